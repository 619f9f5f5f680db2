package dev.assize.lab;

/** The run is to stop; what goes on ends with it. */
final class Interrupted extends Exception {
  private static final long serialVersionUID = 1L;

  Interrupted(String why) {
    super(why);
  }
}
