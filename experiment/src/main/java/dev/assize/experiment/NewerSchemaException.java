package dev.assize.experiment;

/** A file written by a newer Assize, in a format that this one does not know. */
public final class NewerSchemaException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  NewerSchemaException(String file, int schema) {
    super(
        file
            + ": expected schema 1 to "
            + Experiment.SCHEMA
            + ", found "
            + schema
            + "; use the newer Assize that wrote it");
  }
}
