package dev.assize.observe;

/** The rules of the counter protocol that a process can break. */
enum ProtocolRule {
  REGISTERS("registers with 'hello', its settings, and 'ready'"),
  FORM("writes lines of the protocol's form"),
  ANSWERS("answers every checkpoint with its token"),
  SAME_NAMES("names the same counters in every record"),
  NEVER_FALLS("publishes no counter that falls"),
  ONE_FINAL("gives exactly one final record, and nothing after it");

  private final String text;

  ProtocolRule(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
