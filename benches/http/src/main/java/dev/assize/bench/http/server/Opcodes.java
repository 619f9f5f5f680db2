package dev.assize.bench.http.server;

/**
 * Of linux/io_uring.h, enum io_uring_op and flags of completions: the kernel's stable interface.
 */
final class Opcodes {
  static final byte WRITEV = 2;
  static final byte SENDMSG = 9;
  static final byte WRITE = 23;
  static final byte SEND = 26;
  static final byte SEND_ZC = 47;
  static final byte SENDMSG_ZC = 48;

  /** IORING_CQE_F_NOTIF. */
  static final int NOTIFICATION = 1 << 3;

  private Opcodes() {}
}
