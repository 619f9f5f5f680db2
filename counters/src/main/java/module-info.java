/** The client of the counter protocol, for instrumented programs. Needs nothing but the JDK. */
module dev.assize.counters {
  requires static org.jspecify;

  exports dev.assize.counters;
}
