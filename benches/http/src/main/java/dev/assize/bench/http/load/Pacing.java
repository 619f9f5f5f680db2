package dev.assize.bench.http.load;

/** When work starts. */
sealed interface Pacing {
  /**
   * The next one starts when one has ended.
   *
   * @param inFlight messages under way at once, where one connection publishes for all; elsewhere
   *     each connection has one exchange under way
   */
  record Closed(int inFlight) implements Pacing {}

  /**
   * At a constant rate, whatever the server does.
   *
   * @param perSecond starts a second
   */
  record Open(double perSecond) implements Pacing {
    /** When the k-th start is due, counted from 0. */
    long due(long begin, long k) {
      return begin + (long) (k * (1e9 / perSecond));
    }

    /** How many starts are due before an instant. */
    long dueBefore(long begin, long end) {
      long count = (long) ((end - begin) * perSecond / 1e9);
      while (due(begin, count) < end) {
        count++;
      }
      while (count > 0 && due(begin, count - 1) >= end) {
        count--;
      }
      return count;
    }
  }
}
