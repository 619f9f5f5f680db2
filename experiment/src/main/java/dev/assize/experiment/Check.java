package dev.assize.experiment;

/** One check of the work of a trial. A scenario has at least one, or {@link None} with a reason. */
public sealed interface Check {
  /** The process ends with this exit status. Always present; 0 unless the spec says otherwise. */
  record Exit(int status) implements Check {}

  /** The stream's bytes have this SHA-256 (lower-case hex). */
  record StreamHash(Stream stream, String sha256) implements Check {}

  /** The stream's bytes are the same in every arm and block of the cell. */
  record StreamEqual(Stream stream) implements Check {}

  /** The file, relative to the workspace, has this SHA-256 (lower-case hex). */
  record FileHash(String path, String sha256) implements Check {}

  /** The file, relative to the workspace, is the same in every arm and block of the cell. */
  record FileEqual(String path) implements Check {}

  /** A command that ends with status 0 in the workspace after the trial; outside every clock. */
  record ByCommand(Command command) implements Check {}

  /**
   * Nothing but the exit status is checked, for the given reason; the report says so on its first
   * line.
   */
  record None(String reason) implements Check {}

  /** An output stream of a command. */
  enum Stream {
    STDOUT,
    STDERR
  }
}
