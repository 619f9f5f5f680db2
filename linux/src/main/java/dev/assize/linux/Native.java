package dev.assize.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The linker, and the two ways in which this package calls the kernel: by name through the C
 * library where the library adds something (posix_spawn, vDSO clocks), else through {@code
 * syscall(2)}.
 *
 * <p>Pointers are passed as {@code long}. An address needs no liveness check at each call and boxes
 * nothing, so that the measured path allocates nothing even before it is compiled. Whoever passes
 * an address keeps its segment reachable until the call returns.
 */
final class Native {
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option CAPTURE_ERRNO = Linker.Option.captureCallState("errno");

  /** The capture segment holds errno alone on Linux, at offset 0. */
  static final MemoryLayout ERRNO_LAYOUT = Linker.Option.captureStateLayout();

  private static final ThreadLocal<MemorySegment> ERRNO =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(ERRNO_LAYOUT));

  private static final MethodHandle SYSCALL =
      withErrno("syscall", FunctionDescriptor.of(LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG));
  private static final MethodHandle QUIET_SYSCALL =
      plain("syscall", FunctionDescriptor.of(LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG));
  private static final MethodHandle ERRNO_NAME =
      plain("strerrorname_np", FunctionDescriptor.of(ValueLayout.ADDRESS, INT));
  private static final MethodHandle ERRNO_TEXT =
      plain("strerrordesc_np", FunctionDescriptor.of(ValueLayout.ADDRESS, INT));

  private Native() {}

  /** A handle to a C function whose first parameter receives errno. */
  @SuppressWarnings("restricted")
  static MethodHandle withErrno(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(find(name), descriptor, CAPTURE_ERRNO);
  }

  /** A handle to a C function that leaves errno alone or returns it. */
  @SuppressWarnings("restricted")
  static MethodHandle plain(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(find(name), descriptor);
  }

  /** A handle to a C function that never blocks and is called without leaving the Java state. */
  @SuppressWarnings("restricted")
  static MethodHandle critical(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(find(name), descriptor, Linker.Option.critical(false));
  }

  /** A handle that takes the C function as its first argument. */
  @SuppressWarnings("restricted")
  static MethodHandle unbound(FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(descriptor);
  }

  static MemorySegment find(String name) {
    return LINKER
        .defaultLookup()
        .find(name)
        .orElseThrow(
            () ->
                new UnsupportedOperationException(
                    "the C library has no function "
                        + name
                        + "; glibc 2.32 or later is expected (Debian 12 has 2.36)"));
  }

  /**
   * Calls the kernel; throws on failure.
   *
   * @param detail what the call was about, for the exception; not evaluated unless it fails
   */
  static long call(Syscall call, Detail detail, long... arguments) throws LinuxException {
    long result = tryCall(call, arguments);
    if (result < 0) {
      throw new LinuxException(call.label(), (int) -result, detail.text());
    }
    return result;
  }

  /** Calls the kernel; returns the result, or minus errno. Starts again after EINTR. */
  static long tryCall(Syscall call, long... arguments) {
    MemorySegment state = ERRNO.get();
    long[] a = java.util.Arrays.copyOf(arguments, 6);
    try {
      while (true) {
        long result =
            (long) SYSCALL.invokeExact(state, call.number(), a[0], a[1], a[2], a[3], a[4], a[5]);
        if (result != -1) {
          return result;
        }
        int errno = state.get(INT, 0);
        if (errno != Errno.EINTR) {
          return -errno;
        }
      }
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /**
   * One call without allocation; returns -1 on failure. Capturing errno costs an object of 40
   * bytes, at least until the call site is compiled, so the measured path asks for errno only after
   * a failure, by making the call again.
   */
  static long quiet(Syscall call, long a, long b, long c) {
    try {
      return (long) QUIET_SYSCALL.invokeExact(call.number(), a, b, c, 0L, 0L, 0L);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** The argument of a failed call, in words. */
  @FunctionalInterface
  interface Detail {
    String text();
  }

  static MemorySegment cString(Arena arena, String text) {
    byte[] bytes = KernelText.encode(text);
    MemorySegment segment = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }

  static String readCString(MemorySegment segment, long offset) {
    long end = offset;
    while (segment.get(ValueLayout.JAVA_BYTE, end) != 0) {
      end++;
    }
    return KernelText.decode(segment.asSlice(offset, end - offset).toArray(ValueLayout.JAVA_BYTE));
  }

  static String errnoName(int errno) {
    return staticText(ERRNO_NAME, errno, "errno " + errno);
  }

  static String errnoText(int errno) {
    return staticText(ERRNO_TEXT, errno, "unknown error");
  }

  @SuppressWarnings("restricted")
  private static String staticText(MethodHandle function, int errno, String otherwise) {
    try {
      MemorySegment text = (MemorySegment) function.invokeExact(errno);
      return text.address() == 0 ? otherwise : readCString(text.reinterpret(256), 0);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Method handles declare Throwable; a native call throws nothing of its own. */
  static RuntimeException unexpected(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    return new IllegalStateException("a native call threw a checked exception", failure);
  }
}
