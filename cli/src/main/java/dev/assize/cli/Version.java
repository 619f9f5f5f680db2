package dev.assize.cli;

import dev.assize.experiment.Seal;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as recorded in seals. */
final class Version implements IVersionProvider {
  static final String TOOL = Seal.currentTool();

  @Override
  public String[] getVersion() {
    return new String[] {TOOL, "evidence schema 1", "Java " + Runtime.version()};
  }
}
