package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.linux.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures what the samplers of the host and of a process tree cost: {@code SamplerCost SECONDS
 * THREADS HZ}. Each sample runs between two readings of its thread's CPU clock; what the sink does
 * with it is not part of it. Samples of the first fifth of the time are not counted: the code is
 * not compiled then; the share with them is printed too.
 */
final class SamplerCost {
  private SamplerCost() {}

  private static final class Metered implements Sampler {
    private final Sampler inner;
    private final long from;
    final AtomicLong nanos = new AtomicLong();
    final AtomicLong allNanos = new AtomicLong();
    final AtomicLong samples = new AtomicLong();
    final AtomicLong threads = new AtomicLong();

    Metered(Sampler inner, long from) {
      this.inner = inner;
      this.from = from;
    }

    @Override
    public String source() {
      return inner.source();
    }

    @Override
    public java.util.Optional<Observation.Sample> sample(boolean thorough) throws IOException {
      long before = Clock.threadCpuNanos();
      var sample = inner.sample(thorough);
      long used = Clock.threadCpuNanos() - before;
      allNanos.addAndGet(used);
      if (System.nanoTime() >= from) {
        nanos.addAndGet(used);
        samples.incrementAndGet();
      }
      if (sample.isPresent()
          && sample.get().readings().get("threads") instanceof Reading.Whole(long count)) {
        threads.set(count);
      }
      return sample;
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  private static void failed(Observation observation) {
    if (observation instanceof Observation.Ended ended && ended.failed()) {
      System.err.println(ended);
    }
  }

  public static void main(String[] arguments) throws Exception {
    int seconds = Integer.parseInt(arguments[0]);
    int threads = Integer.parseInt(arguments[1]);
    int hertz = Integer.parseInt(arguments[2]);
    String script =
        """
        import threading, time
        threading.stack_size(65536)
        for _ in range(%d - 1): threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        print('ready', flush=True); time.sleep(600)
        """
            .formatted(threads);
    try (Commands python = Commands.start(Map.of(), "python3", "-c", script)) {
      python.line();
      long from = System.nanoTime() + seconds * 200_000_000L;
      List<Metered> metered =
          List.of(
              new Metered(new HostSampler(Path.of("/")), from),
              new Metered(new TreeSampler("server", python.pid()), from));
      List<SourceThread> running =
          metered.stream()
              .map(
                  m ->
                      new SourceThread(
                          m, SamplerCost::failed, 1_000_000_000L / hertz, java.util.Set.of()))
              .toList();
      running.forEach(SourceThread::start);
      Thread.sleep(seconds * 1000L);
      for (SourceThread thread : running) {
        thread.end();
        thread.ended(10_000);
      }
      double sum = 0;
      double all = 0;
      for (Metered m : metered) {
        double share = 100.0 * m.nanos.get() / m.samples.get() * hertz / 1e9;
        sum += share;
        all += m.allNanos.get() / (seconds * 1e7);
        System.out.printf(
            Locale.ROOT,
            "%-7s %4d samples, %7.0f ns of CPU each: %.3f %% of one CPU at %d Hz%n",
            m.source(),
            m.samples.get(),
            (double) m.nanos.get() / m.samples.get(),
            share,
            hertz);
      }
      System.out.printf(
          Locale.ROOT,
          "together %.3f %% of one CPU with %d threads in the tree; %.3f %% with the start%n",
          sum,
          metered.getLast().threads.get(),
          all);
    }
  }
}
