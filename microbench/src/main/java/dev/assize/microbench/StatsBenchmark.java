package dev.assize.microbench;

import dev.assize.stats.BootstrapInterval;
import dev.assize.stats.Clusters;
import dev.assize.stats.PairedBootstrap;
import dev.assize.stats.Percentile;
import dev.assize.stats.Scale;
import dev.assize.stats.Summary;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** What judging costs in {@code dev.assize.stats}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class StatsBenchmark {
  private static final int METRICS = 32;
  private static final int BLOCKS = 30;

  private final double[][] baselines = new double[METRICS][];
  private final double[][] candidates = new double[METRICS][];
  private final double[] million;

  /** Fills the arms with values that have the shape of run times: a level and some noise. */
  public StatsBenchmark() {
    Random random = new Random(1);
    for (int metric = 0; metric < METRICS; metric++) {
      baselines[metric] = random.doubles(BLOCKS, 900, 1100).toArray();
      candidates[metric] = random.doubles(BLOCKS, 880, 1080).toArray();
    }
    million = random.doubles(1_000_000, 1e5, 1e7).toArray();
  }

  /** 32 metrics × 30 blocks × 5,000 draws: every bootstrap interval of one contrast. */
  @Benchmark
  public void bootstrapOf32MetricsOf30Blocks(Blackhole results) {
    for (int metric = 0; metric < METRICS; metric++) {
      BootstrapInterval interval =
          PairedBootstrap.ofMedians(
              baselines[metric], candidates[metric], Scale.RATIO, 0.95, metric);
      results.consume(interval);
    }
  }

  /** Summary, clusters and four percentiles of one million latencies. */
  @Benchmark
  public void descriptionOfAMillionSamples(Blackhole results) {
    results.consume(Summary.of(million));
    results.consume(Clusters.of(million));
    results.consume(Percentile.all(million, 0.5, 0.9, 0.99, 0.999));
  }
}
