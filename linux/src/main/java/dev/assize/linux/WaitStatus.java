package dev.assize.linux;

/** How a process ended, decoded from the status word of {@code wait4(2)}. */
public sealed interface WaitStatus {

  /** The process ended by itself, with an exit code from 0 to 255. */
  record Exited(int code) implements WaitStatus {}

  /** A signal ended the process. */
  record Signalled(int signal, boolean coreDumped) implements WaitStatus {
    /** Returns the name, for instance {@code SIGKILL}. */
    public String signalName() {
      return Signals.name(signal);
    }
  }

  /** Returns whether the process exited with code 0. */
  default boolean isSuccess() {
    return this instanceof Exited(int code) && code == 0;
  }

  /** Decodes the status word of a process that has ended. */
  static WaitStatus decode(int status) {
    int signal = status & 0x7F;
    return signal == 0
        ? new Exited((status >> 8) & 0xFF)
        : new Signalled(signal, (status & 0x80) != 0);
  }
}
