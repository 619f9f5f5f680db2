package dev.assize.bench.http.message;

/** A failure whose message is complete: it is printed as one line, and the command ends. */
public final class BenchFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** The work could not be done or was done wrong. */
  public static final int FAILED = 1;

  /** The command line, or what it names, is wrong. */
  public static final int USAGE = 2;

  /** The load generator, not the server, set the numbers. */
  public static final int BOTTLENECK = 3;

  private final int exitStatus;

  private BenchFailure(int exitStatus, String message) {
    super(message);
    this.exitStatus = exitStatus;
  }

  /** The run failed; exit status 1. */
  public static BenchFailure failed(String message) {
    return new BenchFailure(FAILED, message);
  }

  /** The arguments are wrong or can't be had here; exit status 2. */
  public static BenchFailure usage(String message) {
    return new BenchFailure(USAGE, message);
  }

  public int exitStatus() {
    return exitStatus;
  }
}
