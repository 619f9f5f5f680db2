package dev.assize.experiment;

/** A place in a spec's text; line and column from 1. */
record Position(int line, int column) {
  static final Position START = new Position(1, 1);
}
