/** Shows a verdict and its evidence; decides nothing. */
module dev.assize.report {
  requires static org.jspecify;
  requires transitive dev.assize.judge;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.assize.report;
}
