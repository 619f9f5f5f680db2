/** Sealed experiment and evidence in, verdict out. Deterministic; runs nothing. */
module dev.assize.judge {
  requires static org.jspecify;
  requires dev.assize.stats;
  requires transitive dev.assize.experiment;
  requires transitive dev.assize.evidence;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.assize.judge;
}
