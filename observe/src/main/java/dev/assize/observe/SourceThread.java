package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.linux.Clock;
import dev.assize.linux.LinuxException;
import dev.assize.linux.ThreadSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The thread of one source: samples at a fixed rate and on demand, and gives the last line. */
final class SourceThread {
  private final Sampler sampler;
  private final Sink sink;
  private final long everyNanos;
  private final Set<Integer> avoid;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wake = lock.newCondition();
  private final List<CountDownLatch> waiting = new ArrayList<>();
  private boolean ending;
  private boolean over;

  SourceThread(Sampler sampler, Sink sink, long everyNanos, Set<Integer> avoid) {
    this.sampler = sampler;
    this.sink = sink;
    this.everyNanos = everyNanos;
    this.avoid = avoid;
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("assize-observe-" + sampler.source())
            .unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  String source() {
    return sampler.source();
  }

  /** Asks for a sample now; the latch opens when it was taken, or when none will be. */
  CountDownLatch demand() {
    CountDownLatch taken = new CountDownLatch(1);
    lock.lock();
    try {
      if (over) {
        taken.countDown();
      } else {
        waiting.add(taken);
        wake.signal();
      }
    } finally {
      lock.unlock();
    }
    return taken;
  }

  /** Ends the thread after the sample that it is taking, if any. */
  void end() {
    lock.lock();
    try {
      ending = true;
      wake.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the thread's end. Returns false when it did not come in time. */
  boolean ended(long millis) throws InterruptedException {
    thread.join(millis);
    return !thread.isAlive();
  }

  private void run() {
    stepAside();
    Optional<String> failure;
    try (sampler) {
      sampler.begin();
      loop();
      failure = sampler.complaint();
    } catch (IOException spent) {
      failure = Optional.of(String.valueOf(spent.getMessage()));
    } catch (RuntimeException | Error defect) {
      failure = Optional.of("the sampler failed: " + defect);
    }
    long at = Clock.monotonicNanos();
    for (String source : sampler.sources()) {
      sink.accept(
          new Observation.Ended(
              source, at, failure.isPresent(), failure.orElse("the trial ended")));
    }
    finish();
  }

  private void finish() {
    lock.lock();
    try {
      over = true;
      waiting.forEach(CountDownLatch::countDown);
      waiting.clear();
    } finally {
      lock.unlock();
    }
  }

  private void loop() throws IOException {
    long next = System.nanoTime() + everyNanos;
    while (true) {
      List<CountDownLatch> served;
      lock.lock();
      try {
        long left = next - System.nanoTime();
        while (!ending && waiting.isEmpty() && left > 0) {
          left = wake.awaitNanos(left);
        }
        if (ending && waiting.isEmpty()) {
          return;
        }
        served = List.copyOf(waiting);
        waiting.clear();
      } catch (InterruptedException asked) {
        // Nobody else has this thread: the JVM ends.
        return;
      } finally {
        lock.unlock();
      }
      try {
        sampler.sample(!served.isEmpty()).ifPresent(sink::accept);
      } finally {
        served.forEach(CountDownLatch::countDown);
      }
      long late = System.nanoTime() - next;
      if (late >= 0) {
        // Behind by more than an interval: the missed samples are not made up for.
        next += (late / everyNanos + 1) * everyNanos;
      }
    }
  }

  private void stepAside() {
    try {
      BitSet others = ThreadSettings.affinity(0);
      avoid.forEach(others::clear);
      if (!others.isEmpty()) {
        ThreadSettings.setAffinity(others);
      }
    } catch (LinuxException refused) {
      // It samples where it is.
      return;
    }
  }

  /** Waits for latches until a time on {@link System#nanoTime}. */
  static boolean await(CountDownLatch latch, long deadline) throws InterruptedException {
    return latch.await(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
  }
}
