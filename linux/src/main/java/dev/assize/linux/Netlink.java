package dev.assize.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A generic netlink socket, {@code linux/netlink.h} and {@code linux/genetlink.h}. The kernel
 * carries a request out, and queues its answer, before the call that sends it returns; so nothing
 * here waits. One thread at a time.
 */
final class Netlink implements AutoCloseable {
  private static final long AF_NETLINK = 16;
  private static final long SOCK_RAW_CLOEXEC = 3 | 02000000;
  private static final long GENERIC = 16;
  private static final long SOL_SOCKET = 1;
  private static final long SO_RCVBUFFORCE = 33;
  private static final long MSG_DONTWAIT = 0x40;

  private static final int CONTROLLER = 16;
  private static final int GET_FAMILY = 3;
  private static final int FAMILY_ID = 1;
  private static final int FAMILY_NAME = 2;

  private static final int ERROR = 2;
  private static final short REQUEST_WITH_ACKNOWLEDGEMENT = 1 | 4;
  private static final byte FAMILY_VERSION = 1;

  /** nlmsghdr: length, type, flags, sequence, port. */
  private static final int HEADER_BYTES = 16;

  private static final int TYPE = 4;
  private static final int PORT = 12;
  private static final int GENERIC_HEADER_BYTES = 4;
  private static final int ATTRIBUTE_HEADER_BYTES = 4;

  /** The two upper bits are flags. */
  private static final int ATTRIBUTE_TYPE = 0x3FFF;

  /** The kernel sends no larger message than a page here, and 64 KiB is the largest page. */
  private static final int BUFFER_BYTES = 1 << 16;

  private final MemorySegment memory = Arena.ofAuto().allocate(BUFFER_BYTES, 8);
  private final int fd;
  private boolean closed;

  /**
   * Opens a socket.
   *
   * @param queueBytes the room for messages that were not received yet, beyond the system's limit;
   *     a message takes more than its own length of it
   * @throws LinuxException EPERM without CAP_NET_ADMIN, EPROTONOSUPPORT without generic netlink
   */
  Netlink(int queueBytes) throws LinuxException {
    fd =
        (int)
            Native.call(
                Syscall.SOCKET,
                () -> "a generic netlink socket",
                AF_NETLINK,
                SOCK_RAW_CLOEXEC,
                GENERIC);
    try {
      memory.set(Native.INT, 0, queueBytes);
      Native.call(
          Syscall.SETSOCKOPT,
          () -> "a queue of " + queueBytes + " B",
          fd,
          SOL_SOCKET,
          SO_RCVBUFFORCE,
          memory.address(),
          Integer.BYTES);
    } catch (LinuxException e) {
      close();
      throw e;
    }
  }

  /** The number that the kernel gave a family; ENOENT when it has none of the name. */
  int family(String name) throws LinuxException {
    ByteBuffer answer =
        request(CONTROLLER, GET_FAMILY, FAMILY_NAME, text(name), "the family " + name)
            .orElseThrow(() -> new IllegalStateException("netlink family " + name + ": no answer"));
    return attribute(answer, FAMILY_ID)
        .map(id -> Short.toUnsignedInt(id.getShort()))
        .orElseThrow(() -> new IllegalStateException("netlink family " + name + ": no number"));
  }

  static byte[] text(String text) {
    return (text + '\0').getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] number(int number) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder()).putInt(number).array();
  }

  /**
   * Sends a request with one attribute and takes its answer.
   *
   * @return the attributes of the answer; empty when the kernel only says that it was done
   * @throws LinuxException the kernel's refusal
   */
  Optional<ByteBuffer> request(int family, int command, int attribute, byte[] value, String detail)
      throws LinuxException {
    send(family, command, attribute, value, detail);
    Optional<ByteBuffer> answer = Optional.empty();
    while (true) {
      ByteBuffer message =
          receive()
              .orElseThrow(() -> new IllegalStateException("netlink: no answer about " + detail));
      if (Short.toUnsignedInt(message.getShort(TYPE)) == ERROR) {
        int error = -message.getInt(HEADER_BYTES);
        if (error != 0) {
          throw new LinuxException("netlink", error, detail);
        }
        return answer;
      }
      // What is no answer to a request comes from port 0.
      if (message.getInt(PORT) != 0) {
        ByteBuffer copy = ByteBuffer.allocate(message.remaining()).order(ByteOrder.nativeOrder());
        answer = Optional.of(attributes(copy.put(message).flip()));
      }
    }
  }

  /** Sends a request whose answer nobody reads. */
  void send(int family, int command, int attribute, byte[] value, String detail)
      throws LinuxException {
    int length = HEADER_BYTES + GENERIC_HEADER_BYTES + ATTRIBUTE_HEADER_BYTES + value.length;
    buffer()
        .putInt(length)
        .putShort((short) family)
        .putShort(REQUEST_WITH_ACKNOWLEDGEMENT)
        .putInt(0)
        .putInt(0)
        .put((byte) command)
        .put(FAMILY_VERSION)
        .putShort((short) 0)
        .putShort((short) (ATTRIBUTE_HEADER_BYTES + value.length))
        .putShort((short) attribute)
        .put(value);
    try {
      Native.call(Syscall.SENDTO, () -> detail, fd, memory.address(), length, 0, 0, 0);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }

  /**
   * Takes the next message that is there, in memory that the next call uses again.
   *
   * @return empty when there is none
   * @throws LinuxException ENOBUFS, once, when messages were lost because the queue was full
   */
  Optional<ByteBuffer> receive() throws LinuxException {
    long length =
        Native.tryCall(Syscall.RECVFROM, fd, memory.address(), BUFFER_BYTES, MSG_DONTWAIT, 0, 0);
    if (length == -Errno.EAGAIN) {
      return Optional.empty();
    }
    if (length < 0) {
      throw new LinuxException("recvfrom", (int) -length, "a netlink message");
    }
    return Optional.of(buffer().limit((int) length));
  }

  private ByteBuffer buffer() {
    return memory.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  /** The part of a message behind its headers. */
  static ByteBuffer attributes(ByteBuffer message) {
    int from = HEADER_BYTES + GENERIC_HEADER_BYTES;
    int to = Math.min(message.limit(), message.getInt(0));
    return slice(message, from, Math.max(0, to - from));
  }

  /** The value of the first attribute of a type. */
  static Optional<ByteBuffer> attribute(ByteBuffer attributes, int type) {
    int at = 0;
    while (at + ATTRIBUTE_HEADER_BYTES <= attributes.limit()) {
      int length = Short.toUnsignedInt(attributes.getShort(at));
      if (length < ATTRIBUTE_HEADER_BYTES || at + length > attributes.limit()) {
        return Optional.empty();
      }
      if ((attributes.getShort(at + 2) & ATTRIBUTE_TYPE) == type) {
        return Optional.of(
            slice(attributes, at + ATTRIBUTE_HEADER_BYTES, length - ATTRIBUTE_HEADER_BYTES));
      }
      at += (length + 3) & ~3;
    }
    return Optional.empty();
  }

  private static ByteBuffer slice(ByteBuffer buffer, int from, int length) {
    return buffer.slice(from, length).order(ByteOrder.nativeOrder());
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      Native.quiet(Syscall.CLOSE, fd, 0, 0);
    }
  }
}
