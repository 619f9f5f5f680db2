/** The experiment: read with positions, validated, sealed, and expanded into a plan. */
module dev.assize.experiment {
  requires static org.jspecify;
  requires transitive dev.assize.stats;
  requires tools.jackson.core;
  requires tools.jackson.databind;
  requires tools.jackson.dataformat.yaml;

  exports dev.assize.experiment;
}
