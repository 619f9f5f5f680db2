package dev.assize.evidence;

/** Evidence that is not what was written: the message names the file, the place and what to do. */
public sealed class DamagedEvidenceException extends Exception permits NewerSchemaException {
  private static final long serialVersionUID = 1L;

  /** Creates it with a message that says what was expected, what was found and where. */
  public DamagedEvidenceException(String message) {
    super(message);
  }

  DamagedEvidenceException(String message, Throwable cause) {
    super(message, cause);
  }
}
