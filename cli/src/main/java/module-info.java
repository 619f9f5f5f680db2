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

  opens dev.assize.cli to
      info.picocli;
}
