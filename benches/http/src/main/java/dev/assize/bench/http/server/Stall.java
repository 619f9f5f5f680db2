package dev.assize.bench.http.server;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A planted stall: some time after the first connection every event loop sleeps. It says when it
 * began and ended, so that a test can compute what a client must have seen.
 */
final class Stall {
  private final ServerOptions options;
  private final MultiThreadIoEventLoopGroup group;
  private final Consumer<String> says;
  private final AtomicBoolean planned = new AtomicBoolean();

  Stall(ServerOptions options, MultiThreadIoEventLoopGroup group, Consumer<String> says) {
    this.options = options;
    this.group = group;
    this.says = says;
  }

  /** Called for each connection; the first starts the clock. */
  void connected() {
    if (options.stallAfter().isPositive() && planned.compareAndSet(false, true)) {
      for (EventExecutor loop : group) {
        var _ = loop.schedule(this::sleep, options.stallAfter().toNanos(), TimeUnit.NANOSECONDS);
      }
    }
  }

  private void sleep() {
    long start = System.nanoTime();
    long end = start + options.stall().toNanos();
    for (long left = end - start; left > 0; left = end - System.nanoTime()) {
      try {
        TimeUnit.NANOSECONDS.sleep(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    says.accept(
        String.format(Locale.ROOT, "stall start_ns=%d end_ns=%d", start, System.nanoTime()));
  }
}
