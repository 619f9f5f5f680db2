package dev.assize.bench.http.load;

import dev.assize.bench.http.message.BenchFailure;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.List;

/** Moves bytes between the connections and the kernel, and tells a {@link Listener} of them. */
final class Wire {
  private static final int EVENTS = 1024;
  private static final int RECEIVE_BYTES = 256 * 1024;

  /** What happens on the connections. */
  interface Listener {
    /** TCP connected. */
    void connected(Connection connection) throws BenchFailure;

    /** Bytes arrived; they are valid during the call. */
    void received(Connection connection, MemorySegment buffer, long length) throws BenchFailure;

    /** The connection ended or could not be made; it is closed already. */
    void lost(Connection connection, String why) throws BenchFailure;
  }

  private final Kernel kernel = new Kernel(EVENTS);
  private final int epoll;
  private final InetSocketAddress address;
  private final List<Connection> connections;
  private final Listener listener;
  private final MemorySegment received = Arena.ofAuto().allocate(RECEIVE_BYTES, 64);

  /**
   * @param connections by index; tokens of the kernel's events are these indexes
   */
  Wire(InetSocketAddress address, List<Connection> connections, Listener listener)
      throws BenchFailure {
    this.address = address;
    this.connections = connections;
    this.listener = listener;
    epoll = kernel.epollCreate();
    if (epoll < 0) {
      throw BenchFailure.failed("epoll_create1: " + Kernel.errorName(-epoll));
    }
  }

  Kernel kernel() {
    return kernel;
  }

  /** Starts to connect. */
  void connect(Connection connection) throws BenchFailure {
    boolean ipv6 = !(address.getAddress() instanceof java.net.Inet4Address);
    int fd = kernel.socket(ipv6);
    if (fd < 0) {
      listener.lost(connection, "socket: " + Kernel.errorName(-fd) + " (see ulimit -n)");
      return;
    }
    connection.fd = fd;
    connection.state = Connection.State.CONNECTING;
    int status = kernel.connect(fd, address);
    if (status < 0 && status != -Kernel.EINPROGRESS) {
      lose(connection, "connect: " + Kernel.errorName(-status));
      return;
    }
    control(Kernel.EPOLL_CTL_ADD, connection, Kernel.EPOLLIN | Kernel.EPOLLOUT);
  }

  private void control(int operation, Connection connection, int interest) throws BenchFailure {
    int status = kernel.epollControl(epoll, operation, connection.fd, interest, connection.index);
    if (status < 0) {
      throw BenchFailure.failed("epoll_ctl: " + Kernel.errorName(-status));
    }
  }

  /** Sends, and keeps what the socket does not take for later. */
  void send(Connection connection, MemorySegment bytes, long length) throws BenchFailure {
    if (!connection.unsent.isEmpty()) {
      connection.unsent.add(bytes, 0, length);
      return;
    }
    long sent = kernel.send(connection.fd, bytes.address(), length);
    if (sent == length) {
      return;
    }
    if (sent < 0 && sent != -Kernel.EAGAIN && sent != -Kernel.EINTR) {
      lose(connection, "send: " + Kernel.errorName((int) -sent));
      return;
    }
    connection.unsent.add(bytes, Math.max(0, sent), length);
    control(Kernel.EPOLL_CTL_MOD, connection, Kernel.EPOLLIN | Kernel.EPOLLOUT);
  }

  /** Waits for events and hands them on. */
  void poll(long timeoutNanos) throws BenchFailure {
    int ready = kernel.epollWait(epoll, timeoutNanos);
    if (ready < 0) {
      throw BenchFailure.failed("epoll_pwait2: " + Kernel.errorName(-ready));
    }
    for (int event = 0; event < ready; event++) {
      Connection connection = connections.get(kernel.token(event));
      if (connection.fd < 0) {
        continue;
      }
      int flags = kernel.flags(event);
      if (connection.state == Connection.State.CONNECTING) {
        finishConnecting(connection);
      } else if ((flags & Kernel.EPOLLOUT) != 0 && !connection.unsent.isEmpty()) {
        flush(connection);
      }
      // Anything but "writable" alone: data, an error, the end of the stream.
      if ((flags & ~Kernel.EPOLLOUT) != 0 && connection.fd >= 0) {
        receive(connection);
      }
    }
  }

  private void finishConnecting(Connection connection) throws BenchFailure {
    int error = kernel.pendingError(connection.fd);
    if (error != 0) {
      lose(connection, "connect: " + Kernel.errorName(error));
      return;
    }
    control(Kernel.EPOLL_CTL_MOD, connection, Kernel.EPOLLIN);
    listener.connected(connection);
  }

  private void flush(Connection connection) throws BenchFailure {
    Unsent unsent = connection.unsent;
    long sent = kernel.send(connection.fd, unsent.address(), unsent.length());
    if (sent >= 0) {
      unsent.sent(sent);
      if (unsent.isEmpty()) {
        control(Kernel.EPOLL_CTL_MOD, connection, Kernel.EPOLLIN);
      }
    } else if (sent != -Kernel.EAGAIN && sent != -Kernel.EINTR) {
      lose(connection, "send: " + Kernel.errorName((int) -sent));
    }
  }

  private void receive(Connection connection) throws BenchFailure {
    long length;
    do {
      length = kernel.receive(connection.fd, received.address(), RECEIVE_BYTES);
      if (length > 0) {
        listener.received(connection, received, length);
      } else if (length == 0) {
        lose(connection, "the server closed the connection");
      } else if (length != -Kernel.EAGAIN && length != -Kernel.EINTR) {
        lose(connection, "receive: " + Kernel.errorName((int) -length));
      }
    } while (length == RECEIVE_BYTES && connection.fd >= 0);
  }

  /** Closes a connection and tells the listener. */
  void lose(Connection connection, String why) throws BenchFailure {
    close(connection);
    listener.lost(connection, why);
  }

  /** Gives the kernel's event queue back; the connections are closed before. */
  void end() {
    kernel.close(epoll);
  }

  void close(Connection connection) {
    if (connection.fd >= 0) {
      kernel.close(connection.fd);
    }
    connection.fd = -1;
    connection.state = Connection.State.CLOSED;
    connection.unsent.clear();
    connection.reader.reset();
    connection.head.reset();
  }
}
