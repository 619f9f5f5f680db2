package dev.assize.bench.http.load;

/** A connection did something else than what was expected of it; the message says what. */
final class ProtocolFailure extends Exception {
  private static final long serialVersionUID = 1;

  ProtocolFailure(String message) {
    super(message);
  }
}
