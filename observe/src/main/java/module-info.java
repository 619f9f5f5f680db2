/** Live sampling of processes and the host, and the taking of proofs. */
module dev.assize.observe {
  requires static org.jspecify;
  requires dev.assize.linux;
  requires transitive dev.assize.evidence;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.assize.observe;
}
