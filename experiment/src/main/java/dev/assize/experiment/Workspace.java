package dev.assize.experiment;

import java.nio.file.Path;

/** Where a trial's command works. */
public sealed interface Workspace {
  /** An empty directory, made new for each trial. */
  record Fresh() implements Workspace {}

  /** A directory tree copied new for each trial. */
  record Template(Path source) implements Workspace {}

  /** An existing directory, used in place by every trial. */
  record InPlace(Path directory) implements Workspace {}
}
