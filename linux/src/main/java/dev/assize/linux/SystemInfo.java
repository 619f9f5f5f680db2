package dev.assize.linux;

import static dev.assize.linux.Native.INT;
import static dev.assize.linux.Native.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.OptionalInt;

/** Facts about the kernel, the user and the terminal. */
public final class SystemInfo {
  private static final MethodHandle SYSCONF =
      Native.plain("sysconf", FunctionDescriptor.of(LONG, INT));
  private static final int SC_CLK_TCK = 2;
  private static final int SC_PAGESIZE = 30;
  private static final int UTSNAME_FIELD = 65;
  private static final int UTSNAME_FIELDS = 6;
  private static final long TCGETS = 0x5401;
  private static final long TIOCGWINSZ = 0x5413;

  /** More than struct termios and struct winsize need. */
  private static final int IOCTL_BYTES = 256;

  private SystemInfo() {}

  /** The fields of {@code uname(2)}. */
  public record Kernel(
      String system, String host, String release, String version, String machine) {}

  /** Returns what the kernel says about itself. */
  public static Kernel kernel() throws LinuxException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate((long) UTSNAME_FIELD * UTSNAME_FIELDS);
      Native.call(Syscall.UNAME, () -> "", name.address());
      return new Kernel(
          Native.readCString(name, 0),
          Native.readCString(name, UTSNAME_FIELD),
          Native.readCString(name, 2L * UTSNAME_FIELD),
          Native.readCString(name, 3L * UTSNAME_FIELD),
          Native.readCString(name, 4L * UTSNAME_FIELD));
    }
  }

  /** Returns _SC_CLK_TCK: the ticks per second in which /proc counts CPU time and start times. */
  public static long ticksPerSecond() {
    return sysconf(SC_CLK_TCK);
  }

  /** Returns the bytes of a page, in which /proc counts resident memory. */
  public static long pageBytes() {
    return sysconf(SC_PAGESIZE);
  }

  private static long sysconf(int name) {
    try {
      return (long) SYSCONF.invokeExact(name);
    } catch (Throwable failure) {
      throw Native.unexpected(failure);
    }
  }

  /** Returns the effective user id; 0 is root. */
  public static int effectiveUser() {
    return (int) Native.tryCall(Syscall.GETEUID);
  }

  /** Returns whether a file descriptor is a terminal. */
  public static boolean isTerminal(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment termios = arena.allocate(IOCTL_BYTES, 8);
      return Native.tryCall(Syscall.IOCTL, fd, TCGETS, termios.address()) == 0;
    }
  }

  /** Returns the columns of the terminal; empty when the descriptor is none or it has no size. */
  public static OptionalInt terminalColumns(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment winsize = arena.allocate(IOCTL_BYTES, 8);
      long result = Native.tryCall(Syscall.IOCTL, fd, TIOCGWINSZ, winsize.address());
      int columns = Short.toUnsignedInt(winsize.get(ValueLayout.JAVA_SHORT, 2));
      return result == 0 && columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
    }
  }
}
