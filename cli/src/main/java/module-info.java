/** The {@code assize} command. */
module dev.assize.cli {
  requires static org.jspecify;
  requires dev.assize.stats;
  requires dev.assize.experiment;
  requires dev.assize.evidence;
  requires dev.assize.linux;
  requires dev.assize.observe;
  requires dev.assize.lab;
  requires dev.assize.judge;
  requires dev.assize.report;
  requires info.picocli;
  requires tools.jackson.core;
  requires tools.jackson.databind;
  // Ctrl-C: Java has no other way to hear a signal and go on.
  requires jdk.unsupported;

  opens dev.assize.cli to
      info.picocli;
}
