/** Carries out a plan: environments, arms, gates, attempts, resume. */
module dev.assize.lab {
  requires static org.jspecify;
  requires dev.assize.linux;
  requires dev.assize.observe;
  requires transitive dev.assize.evidence;
  requires transitive dev.assize.experiment;

  exports dev.assize.lab;
}
