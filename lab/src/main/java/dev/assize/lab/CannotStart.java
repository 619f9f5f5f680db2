package dev.assize.lab;

/** A command or an attempt that can't be started, with what was expected and found. */
final class CannotStart extends Exception {
  private static final long serialVersionUID = 1L;

  CannotStart(String message) {
    super(message);
  }

  CannotStart(String message, Throwable cause) {
    super(message, cause);
  }
}
