package dev.assize.judge;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.PlannedTrial;
import dev.assize.stats.SplitMix64;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Specs and made-up runs for the tests. */
final class Runs {
  static final ArmName OLD = new ArmName("old");
  static final ArmName NEW = new ArmName("new");

  /** Parts of a spec: a failed check voids its trial alone; the baseline has a twin; two cells. */
  static final String TRIAL_SCOPE = "gates: { checks: trial }";

  static final String TWINNED = "arms: { old: {}, old2: { twin: old }, new: { args: [--new] } }";
  static final String TWO_CELLS =
      """
      scenarios:
        a: { command: [a], checks: [ { stdout: equal } ] }
        b: { command: [b], checks: [ { stdout: equal } ] }
      """;

  private Runs() {}

  /** A spec of two arms and one scenario; the parts given replace the usual ones. */
  static String spec(String... parts) {
    String yaml =
        """
        assize: 1
        name: test
        question: Is new faster than old?
        arms:
          old: {}
          new: { args: [--new] }
        scenarios:
          work:
            command: [work]
            checks: [ { stdout: equal } ]
        metrics:
          wall: { primary: true, minimum-effect: 1 % }
        design: { blocks: 12, warmups: 0, seed: 1 }
        """;
    for (String part : parts) {
      yaml = replaced(yaml, part.endsWith("\n") ? part : part + "\n");
    }
    return yaml;
  }

  /** Replaces the top-level entry that the part begins with, or adds it. */
  private static String replaced(String yaml, String part) {
    String key = part.substring(0, part.indexOf(':') + 1);
    StringBuilder kept = new StringBuilder();
    boolean skipping = false;
    for (String line : yaml.lines().toList()) {
      if (!line.startsWith(" ")) {
        skipping = line.startsWith(key);
      }
      if (!skipping) {
        kept.append(line).append('\n');
      }
    }
    return kept + part;
  }

  static SyntheticRun run(String... parts) {
    return new SyntheticRun(spec(parts), 1);
  }

  /** What a trial's wall time is, in milliseconds. */
  interface Millis {
    double of(PlannedTrial planned);
  }

  /** Carries the whole plan out with these wall times, each attempt as changed, and closes it. */
  static SyntheticRun walls(SyntheticRun run, Millis millis, UnaryOperator<SyntheticTrial> change) {
    return run.carryOut(
            p -> List.of(change.apply(run.trial(p).wall(Math.round(millis.of(p) * 1e6))).made()))
        .close();
  }

  static SyntheticRun walls(SyntheticRun run, Millis millis) {
    return walls(run, millis, t -> t);
  }

  static Verdict judge(SyntheticRun run) {
    return Judge.judge(run.docket());
  }

  static boolean isNew(PlannedTrial planned) {
    return planned.arm().equals(NEW);
  }

  /** 100 ms with noise of a fraction around it, and another mean for the new arm. */
  static Millis noisy(double newMillis, double noise, long seed) {
    SplitMix64 random = new SplitMix64(seed);
    return p -> (isNew(p) ? newMillis : 100) * (1 + noise * uniform(random));
  }

  static double uniform(SplitMix64 random) {
    return (random.nextLong() >>> 11) * 0x1.0p-52 - 1;
  }

  /** Whether the trial is of the scenario {@code a}. */
  static boolean inA(PlannedTrial planned) {
    return planned.cell().scenario().value().equals("a");
  }

  /** Ends the commands of some trials with status 1. */
  static UnaryOperator<SyntheticTrial> failing(Predicate<PlannedTrial> where) {
    return t -> where.test(t.planned()) ? t.ending(new Ending.Exited(1)) : t;
  }

  static Comparison primary(Verdict verdict) {
    return verdict.comparisons().getFirst();
  }

  static Comparison comparison(Verdict verdict, String metric) {
    return verdict.comparisons().stream()
        .filter(c -> c.metric().name().value().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  /** The rows of a CSV file of the cases, without its heading. */
  static List<String[]> rows(String name) throws IOException {
    Path file = Path.of("src/test/resources/cases").resolve(name);
    return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
        .skip(1)
        .filter(l -> !l.isBlank())
        .map(l -> l.split(",", -1))
        .toList();
  }

  /** The same evidence with its trials changed. */
  static Docket mapped(Docket docket, UnaryOperator<TrialRecord> change) {
    List<Entry> entries = new ArrayList<>();
    for (Entry e : docket.entries()) {
      entries.add(
          e.event() instanceof Event.TrialEnded(TrialRecord trial)
              ? new Entry(
                  e.sequence(), e.at(), e.previous(), new Event.TrialEnded(change.apply(trial)))
              : e);
    }
    return new Docket(
        docket.run(),
        docket.experiment(),
        docket.plan(),
        entries,
        docket.observations(),
        docket.overrides());
  }
}
