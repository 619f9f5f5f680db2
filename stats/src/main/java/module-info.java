/** Estimators, resampling, floors, clusters and power as pure functions on arrays. */
module dev.assize.stats {
  requires static org.jspecify;

  exports dev.assize.stats;
}
