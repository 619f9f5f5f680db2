package dev.assize.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of this build, as recorded in seals. */
final class Version implements IVersionProvider {
  static final String TOOL = "assize 0.1.0";

  @Override
  public String[] getVersion() {
    return new String[] {TOOL, "evidence schema 1", "Java " + Runtime.version()};
  }
}
