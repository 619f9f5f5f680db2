package dev.assize.bench.http.load;

/**
 * The measured part of a run.
 *
 * @param start in CLOCK_MONOTONIC nanoseconds, which System.nanoTime() is on Linux
 * @param end the first instant after it
 */
record Window(long start, long end) {
  boolean contains(long instant) {
    return instant >= start && instant < end;
  }

  long nanos() {
    return end - start;
  }
}
