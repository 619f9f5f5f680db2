package dev.assize.linux;

/** The errno values that this package tells apart; the same on every Linux architecture. */
final class Errno {
  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int ESRCH = 3;
  static final int EINTR = 4;
  static final int E2BIG = 7;
  static final int ENOEXEC = 8;
  static final int ECHILD = 10;
  static final int EAGAIN = 11;
  static final int EACCES = 13;
  static final int EBUSY = 16;
  static final int EINVAL = 22;
  static final int ENOTTY = 25;
  static final int ENOTDIR = 20;
  static final int ENOBUFS = 105;

  private Errno() {}
}
