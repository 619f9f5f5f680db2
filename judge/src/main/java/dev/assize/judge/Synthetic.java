package dev.assize.judge;

import dev.assize.evidence.Reading;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.PlannedTrial;
import dev.assize.stats.SplitMix64;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Evidence with known answers, for {@code assize selftest}: each is written as a real run directory
 * through the real journal, to be read and judged like any other. The figures are made up from
 * fixed seeds; nothing is run.
 */
public final class Synthetic {
  private static final long SEED = 1;
  private static final int BLOCKS = 20;

  private Synthetic() {}

  /** A made-up run and the answer that the judge must give. */
  public enum Known {
    /** The candidate takes 10 % less time. */
    WIN(Outcome.WIN, false, "Is a candidate that takes 10 % less time found faster?"),
    /** The candidate takes 10 % more time. */
    LOSS(Outcome.LOSS, false, "Is a candidate that takes 10 % more time found slower?"),
    /** Both arms are the same, with 0.2 % of noise: far under the 1 % that matters. */
    NO_DIFFERENCE(Outcome.NO_DIFFERENCE, false, "Are equal arms with little noise found equal?"),
    /** Both arms are the same, with 10 % of noise: too much to tell about 1 %. */
    UNDECIDED(Outcome.UNDECIDED, false, "Is a run with too much noise called undecided?"),
    /** The candidate is faster, but its counter of the treated code stays zero. */
    NOT_EXERCISED(Outcome.NOT_EXERCISED, false, "Is a treatment that never ran noticed?"),
    /** The candidate is faster, but its counters show that the switch carried 2 % of the bytes. */
    NOT_CARRIED(Outcome.NOT_EXERCISED, false, "Is a switch noticed that carried next to no bytes?"),
    /** The candidate is faster, but writes something else. */
    VOID(Outcome.VOID, false, "Is a candidate that does other work refused?"),
    /** The candidate takes 10 % less time while the machine slows down by 20 %. */
    DRIFT(Outcome.WIN, true, "Is drift flagged and the effect found all the same?");

    private final Outcome outcome;
    private final boolean drift;
    private final String question;

    Known(Outcome outcome, boolean drift, String question) {
      this.outcome = outcome;
      this.drift = drift;
      this.question = question;
    }

    /** The outcome that the judge must reach. */
    public Outcome outcome() {
      return outcome;
    }

    /** Whether the drift flag must be up. */
    public boolean drift() {
      return drift;
    }

    /** What it shows, as a question. */
    public String question() {
      return question;
    }

    /** Tells whether the verdict is the known answer. */
    public boolean matches(Verdict verdict) {
      return verdict.outcome() == outcome && verdict.drift() == drift && verdict.complete();
    }
  }

  /**
   * Writes the run of a known answer.
   *
   * @param directory does not exist yet, or is empty
   * @throws IOException when it can't be written
   */
  public static RunDirectory write(Known known, Path directory) throws IOException {
    return make(known).write(directory);
  }

  static SyntheticRun make(Known known) {
    String name = "selftest-" + known.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    SyntheticRun run =
        new SyntheticRun(
            """
            assize: 1
            name: %s
            question: "%s"
            arms:
              old: {}
              new: { args: [--new] }
            scenarios:
              work:
                command: [work]
                checks: [ { stdout: equal } ]
            metrics:
              wall: { primary: true, minimum-effect: 1 %% }
            %sdesign: { blocks: 20, warmups: 1, seed: 1 }
            """
                .formatted(name, known.question(), extra(known)),
            SEED);
    SplitMix64 noise = new SplitMix64(SEED);
    run.carryOut(
        planned -> {
          TrialRecord record = record(known, run.trial(planned), noise);
          if (known == Known.NOT_CARRIED) {
            boolean candidate = planned.arm().equals(new ArmName("new"));
            run.observe(
                record.attempt(),
                SyntheticObservations.of(record, 50_000_000, candidate ? 1_000_000 : 0));
          }
          return List.of(record);
        });
    return run.close();
  }

  private static String extra(Known known) {
    if (known == Known.NOT_CARRIED) {
      return """
            cpu-per-MB: { derived: "command.cpu / (engine.bytes / 1e6)", unit: s/MB, better: lower }
          observe:
            every: 10ms
            counters:
              engine: { json: "http://127.0.0.1:1/counters", pid: /pid }
          exposure:
            - { arm: new, expression: "engine.ring_bytes / engine.bytes >= 0.5" }
            - { arm: old, expression: "engine.ring_bytes == 0" }
            - { expression: "engine.ring_bytes + engine.inline_bytes == engine.bytes" }
          """;
    }
    return known == Known.NOT_EXERCISED
        ? """
            hits: { stdout: 'hits ([0-9]+)', better: higher, scale: difference }
          exposure:
            - { arm: new, metric: hits, is: above-zero }
            - { arm: old, metric: hits, is: zero }
          """
        : "";
  }

  private static TrialRecord record(Known known, SyntheticTrial trial, SplitMix64 random) {
    PlannedTrial planned = trial.planned();
    boolean candidate = planned.arm().equals(new ArmName("new"));
    double noise =
        switch (known) {
          case NO_DIFFERENCE -> 0.002;
          case UNDECIDED -> 0.1;
          case WIN, LOSS, NOT_EXERCISED, NOT_CARRIED, VOID, DRIFT -> 0.01;
        };
    double effect =
        switch (known) {
          case WIN, NOT_EXERCISED, NOT_CARRIED, VOID, DRIFT -> 0.9;
          case LOSS -> 1.1;
          case NO_DIFFERENCE, UNDECIDED -> 1;
        };
    double drift = known == Known.DRIFT ? 1 + 0.2 * planned.block() / BLOCKS : 1;
    double wall = 100e6 * (candidate ? effect : 1) * drift * (1 + noise * uniform(random));
    trial.wall(Math.round(wall));
    if (known == Known.VOID && candidate) {
      trial.output("stdout", "1".repeat(64));
    }
    if (known == Known.NOT_EXERCISED) {
      trial.value("hits", new Reading.Decimal("0"));
    }
    return trial.made();
  }

  /** Uniform between −1 and 1. */
  private static double uniform(SplitMix64 random) {
    return (random.nextLong() >>> 11) * 0x1.0p-52 - 1;
  }
}
