/** The run directory and the record types in it: append, hash-chain, fsync, verify, read. */
module dev.assize.evidence {
  requires static org.jspecify;
  requires transitive dev.assize.experiment;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.assize.evidence;
}
