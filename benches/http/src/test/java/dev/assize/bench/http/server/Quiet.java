package dev.assize.bench.http.server;

/** Waits until a server has nothing more to do. */
final class Quiet {
  private Quiet() {}

  /** The counters once every connection is closed and they no longer change. */
  static Counters.Snapshot after(Server server) throws InterruptedException {
    long limit = System.nanoTime() + 10_000_000_000L;
    Counters.Snapshot last = server.counters().snapshot();
    while (System.nanoTime() < limit) {
      Thread.sleep(100);
      Counters.Snapshot next = server.counters().snapshot();
      if (next.values().equals(last.values())
          && next.value(Counter.CONNECTIONS_OPENED) == next.value(Counter.CONNECTIONS_CLOSED)) {
        return next;
      }
      last = next;
    }
    throw new AssertionError("the server did not come to rest: " + last);
  }
}
