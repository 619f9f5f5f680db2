package dev.assize.linux;

import java.io.IOException;

/** A system call that failed, with its name and errno. */
public final class LinuxException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int errno;

  LinuxException(String call, int errno, String detail) {
    super(call + ": " + detail + " (errno " + errno + ")");
    this.errno = errno;
  }

  /** Returns the errno as the kernel gave it, for instance 2 for ENOENT. */
  public int errno() {
    return errno;
  }
}
