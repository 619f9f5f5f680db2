package dev.assize.experiment;

import dev.assize.stats.Scale;
import java.util.List;

/**
 * A measured quantity, one value a trial.
 *
 * @param minimumEffect the smallest change that matters, as a fraction (0.01 is 1 %) for scale
 *     RATIO, in the metric's unit for scale DIFFERENCE
 * @param unit {@code ns}, {@code B}, {@code count}, or a name of the user's own
 * @param primary primary metrics are decided and corrected by family; the others are exploratory
 */
public record Metric(
    MetricName name,
    Source source,
    Better better,
    Scale scale,
    double minimumEffect,
    String unit,
    boolean primary) {
  /**
   * Tells whether the scenario's trials have a value of this metric: it reports the operations and
   * rounds that are summed, or has the readiness whose time is read.
   */
  public boolean appliesTo(Scenario scenario) {
    return switch (source) {
      case Source.Reading(Kind kind) -> kind != Kind.READY || scenario.readiness().isPresent();
      case Source.Operations(List<OperationName> operations, List<Integer> rounds) ->
          !scenario.operations().isEmpty()
              && scenario.operations().containsAll(operations)
              && rounds.stream().allMatch(r -> r <= scenario.rounds());
      case Source.StdoutNumber _, Source.Derived _ -> true;
    };
  }

  /** Which direction is good. */
  public enum Better {
    LOWER,
    HIGHER
  }

  /** Where the value of a trial comes from. */
  public sealed interface Source {
    /** A reading that the lab takes of every trial. */
    record Reading(Kind kind) implements Source {}

    /**
     * The sum of reported operation clocks over the named operations and rounds, formed inside the
     * trial.
     *
     * @param operations names; all of the scenario's when empty
     * @param rounds numbers from 1; all when empty
     */
    record Operations(List<OperationName> operations, List<Integer> rounds) implements Source {
      public Operations {
        operations = List.copyOf(operations);
        rounds = List.copyOf(rounds);
      }
    }

    /**
     * Computed in the judge from what was observed in the trial's window.
     *
     * @param text as the spec has it
     */
    record Derived(Expression expression, String text) implements Source {}

    /** The first capture group of a regular expression on stdout, a decimal number with a point. */
    record StdoutNumber(String regex) implements Source {}
  }

  /** Readings of the lab. Durations in nanoseconds, sizes in bytes. */
  public enum Kind {
    /** Spawn to reaped, CLOCK_MONOTONIC_RAW: the exit clock. */
    WALL("wall", "ns"),
    /** Spawn to readiness. */
    READY("ready", "ns"),
    USER("user", "ns"),
    SYSTEM("system", "ns"),
    /** User plus system time of the command and its descendants. */
    CPU("cpu", "ns"),
    MAX_RSS("max-rss", "B"),
    MINOR_FAULTS("minor-faults", "count"),
    MAJOR_FAULTS("major-faults", "count"),
    VOLUNTARY_SWITCHES("voluntary-switches", "count"),
    INVOLUNTARY_SWITCHES("involuntary-switches", "count");

    private final String key;
    private final String unit;

    Kind(String key, String unit) {
      this.key = key;
      this.unit = unit;
    }

    /** The name in specs and evidence. */
    public String key() {
      return key;
    }

    /** {@code ns}, {@code B} or {@code count}. */
    public String unit() {
      return unit;
    }
  }
}
