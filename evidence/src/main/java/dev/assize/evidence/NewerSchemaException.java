package dev.assize.evidence;

import dev.assize.experiment.Experiment;

/** Evidence that a later build of Assize wrote. It is not damaged; this build can't read it. */
public final class NewerSchemaException extends DamagedEvidenceException {
  private static final long serialVersionUID = 1L;

  private final int schema;

  NewerSchemaException(String file, int schema) {
    super(
        "%s: this build reads schema 1 to %d; evidence has %d; get a newer assize"
            .formatted(file, Experiment.SCHEMA, schema));
    this.schema = schema;
  }

  /** The version that the evidence has. */
  public int schema() {
    return schema;
  }
}
