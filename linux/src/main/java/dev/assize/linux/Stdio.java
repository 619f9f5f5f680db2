package dev.assize.linux;

/** What a child finds on one of its first three file descriptors. */
public sealed interface Stdio {

  /**
   * A file opened in the child, before its first instruction.
   *
   * @param path absolute, or relative to this process's working directory
   * @param flags of {@code open(2)}
   * @param mode permission bits of a file that is created, less the umask
   */
  record Open(String path, int flags, int mode) implements Stdio {}

  /**
   * A descriptor of this process, duplicated in the child. The three are applied in order 0, 1, 2,
   * as a shell applies redirections: {@code new Fd(1)} for stderr means wherever stdout already
   * went.
   */
  record Fd(int number) implements Stdio {
    public Fd {
      if (number < 0) {
        throw new IllegalArgumentException("expected a file descriptor, found " + number);
      }
    }
  }

  /** Reads from a file. */
  static Stdio readFrom(String path) {
    return new Open(path, Flags.RDONLY, 0);
  }

  /** Writes to a file, made or emptied first. */
  static Stdio writeTo(String path) {
    return new Open(path, Flags.WRONLY | Flags.CREAT | Flags.TRUNC, 0644);
  }

  /** Appends to a file, made first when missing. */
  static Stdio appendTo(String path) {
    return new Open(path, Flags.WRONLY | Flags.CREAT | Flags.APPEND, 0644);
  }

  /** Reads nothing, writes nowhere. */
  static Stdio nullDevice() {
    return new Open("/dev/null", Flags.RDWR, 0);
  }

  /** Open flags of Linux on x86_64 and aarch64 (the ones that are the same on both). */
  final class Flags {
    static final int RDONLY = 0;
    static final int WRONLY = 1;
    static final int RDWR = 2;
    static final int CREAT = 0100;
    static final int TRUNC = 01000;
    static final int APPEND = 02000;
    static final int CLOEXEC = 02000000;

    private Flags() {}
  }
}
