package dev.assize.judge;

import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the observations of one attempt come to.
 *
 * @param derived values of the derived metrics
 * @param exhibits of each exposure with an expression, in the order of the spec
 * @param placed the status of each window and source
 * @param processor use of processors in the windows
 */
record Observed(
    Map<MetricName, TrialValue> derived,
    List<Exhibit> exhibits,
    List<Placed> placed,
    Processor processor) {
  static final Observed NOTHING =
      new Observed(Map.of(), List.of(), List.of(), Processor.unknown("nothing was observed"));

  Observed {
    derived = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(derived));
    exhibits = List.copyOf(exhibits);
    placed = List.copyOf(placed);
  }

  TrialValue of(Metric metric) {
    return derived.getOrDefault(
        metric.name(), new TrialValue.Missing("nothing was observed in this attempt"));
  }

  /**
   * What an exposure's expression was, and what it was made of.
   *
   * @param readings by their text: what is compared, then each name
   */
  record Exhibit(TrialValue value, Map<String, TrialValue> readings) {
    Exhibit {
      readings = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(readings));
    }
  }

  /**
   * A window and a source, and what that is worth.
   *
   * @param operation empty for the whole trial
   */
  record Placed(String operation, int round, String source, WindowStatus status, String why) {}

  /**
   * Use of processors.
   *
   * @param busy of the host, a fraction of all its CPUs; without iowait
   * @param iowait of the host, likewise
   * @param server CPU seconds a second
   * @param command likewise
   */
  record Processor(TrialValue busy, TrialValue iowait, TrialValue server, TrialValue command) {
    static Processor unknown(String why) {
      TrialValue missing = new TrialValue.Missing(why);
      return new Processor(missing, missing, missing, missing);
    }
  }
}
