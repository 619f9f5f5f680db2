package dev.assize.bench.http.load;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.Inet4Address;
import java.net.InetSocketAddress;

/**
 * The socket and epoll calls of the generator, without an object or a lock between: java.nio's
 * selector costs more processor time for each event than the two system calls that move the bytes.
 * Results are the kernel's; a negative one is the errno, negated.
 */
final class Kernel {
  static final int EPOLLIN = 1;
  static final int EPOLLOUT = 4;
  static final int EPOLL_CTL_ADD = 1;
  static final int EPOLL_CTL_DEL = 2;
  static final int EPOLL_CTL_MOD = 3;

  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int EINPROGRESS = 115;

  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int SOCK_STREAM = 1;
  private static final int SOCK_NONBLOCK = 0x800;
  private static final int CLOEXEC = 0x80000;
  private static final int IPPROTO_TCP = 6;
  private static final int TCP_NODELAY = 1;
  private static final int SOL_SOCKET = 1;
  private static final int SO_ERROR = 4;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
  private static final int CLOCK_THREAD_CPUTIME_ID = 3;
  private static final int PR_SET_TIMERSLACK = 29;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle SOCKET =
      call("socket", FunctionDescriptor.of(INT, INT, INT, INT));
  private static final MethodHandle CONNECT =
      call("connect", FunctionDescriptor.of(INT, INT, LONG, INT));
  private static final MethodHandle CLOSE = call("close", FunctionDescriptor.of(INT, INT));
  private static final MethodHandle SEND =
      call("send", FunctionDescriptor.of(LONG, INT, LONG, LONG, INT));
  private static final MethodHandle RECV =
      call("recv", FunctionDescriptor.of(LONG, INT, LONG, LONG, INT));
  private static final MethodHandle SETSOCKOPT =
      call("setsockopt", FunctionDescriptor.of(INT, INT, INT, INT, LONG, INT));
  private static final MethodHandle GETSOCKOPT =
      call("getsockopt", FunctionDescriptor.of(INT, INT, INT, INT, LONG, LONG));
  private static final MethodHandle EPOLL_CREATE =
      call("epoll_create1", FunctionDescriptor.of(INT, INT));
  private static final MethodHandle EPOLL_CTL =
      call("epoll_ctl", FunctionDescriptor.of(INT, INT, INT, INT, LONG));
  private static final MethodHandle EPOLL_WAIT =
      call("epoll_pwait2", FunctionDescriptor.of(INT, INT, LONG, INT, LONG, LONG));
  private static final MethodHandle CLOCK_GETTIME =
      call("clock_gettime", FunctionDescriptor.of(INT, INT, LONG));
  private static final MethodHandle PRCTL = call("prctl", FunctionDescriptor.of(INT, INT, LONG));
  private static final MethodHandle ERROR_NAME =
      plain("strerrorname_np", FunctionDescriptor.of(ValueLayout.ADDRESS, INT));

  /** The kernel packs struct epoll_event on x86-64 and nowhere else. */
  private static final int EVENT_BYTES = "amd64".equals(System.getProperty("os.arch")) ? 12 : 16;

  private static final int EVENT_DATA = EVENT_BYTES - 8;

  private final MemorySegment errno = Arena.global().allocate(Linker.Option.captureStateLayout());
  private final MemorySegment scratch = Arena.global().allocate(128, 8);
  private final MemorySegment events;
  private final int capacity;

  /** For one thread; memory is kept until the process ends. */
  Kernel(int capacity) {
    this.capacity = capacity;
    events = Arena.global().allocate((long) capacity * EVENT_BYTES, 8);
  }

  @SuppressWarnings("restricted") // The point of this class: calls to the C library.
  private static MethodHandle call(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(find(name), descriptor, Linker.Option.captureCallState("errno"));
  }

  @SuppressWarnings("restricted") // As above.
  private static MethodHandle plain(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(find(name), descriptor);
  }

  private static MemorySegment find(String name) {
    return LINKER
        .defaultLookup()
        .find(name)
        .orElseThrow(
            () ->
                new UnsupportedOperationException(
                    "the C library has no " + name + "; glibc 2.35 or later is expected"));
  }

  private int result(int value) {
    return value < 0 ? -errno.get(INT, 0) : value;
  }

  private static RuntimeException impossible(Throwable failure) {
    return new IllegalStateException("a call to the C library failed outside the kernel", failure);
  }

  int socket(boolean ipv6) {
    try {
      int kind = SOCK_STREAM | SOCK_NONBLOCK | CLOEXEC;
      int fd = result((int) SOCKET.invokeExact(errno, ipv6 ? AF_INET6 : AF_INET, kind, 0));
      if (fd >= 0) {
        scratch.set(INT, 0, 1);
        int ignored =
            (int)
                SETSOCKOPT.invokeExact(
                    errno, fd, IPPROTO_TCP, TCP_NODELAY, scratch.address(), Integer.BYTES);
      }
      return fd;
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  int connect(int fd, InetSocketAddress address) {
    byte[] ip = address.getAddress().getAddress();
    boolean ipv4 = address.getAddress() instanceof Inet4Address;
    scratch.fill((byte) 0);
    scratch.set(ValueLayout.JAVA_SHORT, 0, (short) (ipv4 ? AF_INET : AF_INET6));
    scratch.set(ValueLayout.JAVA_BYTE, 2, (byte) (address.getPort() >>> 8));
    scratch.set(ValueLayout.JAVA_BYTE, 3, (byte) address.getPort());
    MemorySegment.copy(ip, 0, scratch, ValueLayout.JAVA_BYTE, ipv4 ? 4 : 8, ip.length);
    try {
      return result((int) CONNECT.invokeExact(errno, fd, scratch.address(), ipv4 ? 16 : 28));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** The outcome of a connect that was in progress: 0 or a positive errno. */
  int pendingError(int fd) {
    scratch.set(INT, 0, 0);
    scratch.set(INT, 8, Integer.BYTES);
    try {
      int status =
          result(
              (int)
                  GETSOCKOPT.invokeExact(
                      errno, fd, SOL_SOCKET, SO_ERROR, scratch.address(), scratch.address() + 8));
      return status < 0 ? -status : scratch.get(INT, 0);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  void close(int fd) {
    try {
      int ignored = (int) CLOSE.invokeExact(errno, fd);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  long send(int fd, long address, long length) {
    try {
      long sent = (long) SEND.invokeExact(errno, fd, address, length, MSG_NOSIGNAL);
      return sent < 0 ? -errno.get(INT, 0) : sent;
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  long receive(int fd, long address, long length) {
    try {
      long received = (long) RECV.invokeExact(errno, fd, address, length, 0);
      return received < 0 ? -errno.get(INT, 0) : received;
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  int epollCreate() {
    try {
      return result((int) EPOLL_CREATE.invokeExact(errno, CLOEXEC));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  int epollControl(int epoll, int operation, int fd, int interest, int token) {
    scratch.set(INT, 0, interest);
    scratch.set(ValueLayout.JAVA_LONG_UNALIGNED, EVENT_DATA, token);
    try {
      return result((int) EPOLL_CTL.invokeExact(errno, epoll, operation, fd, scratch.address()));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /**
   * Waits for events.
   *
   * @param timeoutNanos 0 polls; negative waits without end
   * @return how many events {@link #token} and {@link #flags} may be asked for
   */
  int epollWait(int epoll, long timeoutNanos) {
    long timeout = 0;
    if (timeoutNanos >= 0) {
      scratch.set(LONG, 0, timeoutNanos / 1_000_000_000);
      scratch.set(LONG, 8, timeoutNanos % 1_000_000_000);
      timeout = scratch.address();
    }
    try {
      int ready =
          result(
              (int) EPOLL_WAIT.invokeExact(errno, epoll, events.address(), capacity, timeout, 0L));
      return ready == -EINTR ? 0 : ready;
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  int token(int event) {
    return (int)
        events.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) event * EVENT_BYTES + EVENT_DATA);
  }

  int flags(int event) {
    return events.get(ValueLayout.JAVA_INT_UNALIGNED, (long) event * EVENT_BYTES);
  }

  /** Processor time of all threads of this process. */
  long processCpuNanos() {
    return clock(CLOCK_PROCESS_CPUTIME_ID);
  }

  /** Processor time of the calling thread. */
  long threadCpuNanos() {
    return clock(CLOCK_THREAD_CPUTIME_ID);
  }

  private long clock(int id) {
    try {
      int status = result((int) CLOCK_GETTIME.invokeExact(errno, id, scratch.address()));
      if (status < 0) {
        throw new IllegalStateException("clock_gettime: " + errorName(-status));
      }
      return scratch.get(LONG, 0) * 1_000_000_000 + scratch.get(LONG, 8);
    } catch (IllegalStateException e) {
      throw e;
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** Lets this thread's timers fire on time: the default slack of 50 µs delays every send. */
  void tightenTimers() {
    try {
      int ignored = (int) PRCTL.invokeExact(errno, PR_SET_TIMERSLACK, 1L);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** The name of an errno, for instance ECONNREFUSED. */
  @SuppressWarnings("restricted") // A C string of unknown length.
  static String errorName(int errno) {
    try {
      MemorySegment name = (MemorySegment) ERROR_NAME.invokeExact(errno);
      return name.address() == 0 ? "errno " + errno : name.reinterpret(64).getString(0);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }
}
