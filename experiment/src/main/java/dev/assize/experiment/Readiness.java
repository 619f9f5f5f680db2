package dev.assize.experiment;

/** How a command says that it is ready; stops the {@code ready} clock. */
public sealed interface Readiness {
  /** A line on stdout that matches. */
  record StdoutLine(String regex) implements Readiness {}

  /** A file that exists, relative to the workspace. */
  record FileExists(String path) implements Readiness {}

  /** A TCP port on loopback that accepts. */
  record Port(int port) implements Readiness {}
}
