package dev.assize.linux;

import java.io.IOException;

/**
 * A system call that failed: the call, its errno by number and name, and what it was asked to do.
 */
public final class LinuxException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String call;
  private final int errno;
  private final String errnoName;

  LinuxException(String call, int errno, String detail) {
    this(call, errno, Native.errnoName(errno), detail);
  }

  private LinuxException(String call, int errno, String errnoName, String detail) {
    super(call + ": " + errnoName + " (" + Native.errnoText(errno) + "): " + detail);
    this.call = call;
    this.errno = errno;
    this.errnoName = errnoName;
  }

  /** Returns the name of the call, for instance {@code mount}. */
  public String call() {
    return call;
  }

  /** Returns the errno as the kernel gave it, for instance 2 for ENOENT. */
  public int errno() {
    return errno;
  }

  /** Returns the symbolic name of the errno, for instance {@code ENOENT}. */
  public String errnoName() {
    return errnoName;
  }
}
