package dev.assize.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that turns a verdict into a failing exit status, for use in CI. */
final class FailOn {
  enum When {
    loss
  }

  @Option(
      names = "--fail-on",
      paramLabel = "VERDICT",
      description = "With 'loss': exit status 1 when the verdict is LOSS.")
  @Nullable When when;

  boolean loss() {
    return when == When.loss;
  }
}
