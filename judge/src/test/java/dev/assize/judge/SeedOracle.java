package dev.assize.judge;

import dev.assize.evidence.Reading;
import dev.assize.experiment.Decision;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Exposure;
import dev.assize.experiment.Expression;
import dev.assize.experiment.PlannedTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evidence that comes to the published figures of the zero-copy A/B of the seed: 21 cells on each
 * of two architectures, each with A1, B and A2. B is put where the published d has it; the twins
 * are as far apart as the published median, 90th percentile and maximum of the spreads ask for.
 */
final class SeedOracle {
  private static final String[] SCENARIOS = {
    "ws-large-echo",
    "ws-echo",
    "ws-hub-broadcast-128",
    "ws-hub-broadcast-1024",
    "sse-fanout-128",
    "sse-fanout-1024",
    "get-json"
  };
  private static final String[] ENGINES = {"auto", "h1-async", "h1-sync"};

  /** By scenario and engine, in percent, positive when B is better. */
  private static final double[] AMD64_RPS = {
    -0.04, 1.27, -1.18, -0.83, 0.68, 0.80, -0.10, 1.68, -0.26, -0.76, 3.21, -0.46, -0.92, -0.08,
    -0.66, 0.37, -0.49, 0.02, -0.50, 0.05, 1.55
  };

  private static final double[] AMD64_CPB = {
    -0.40, -0.79, -0.40, -1.61, 0.24, 0.16, -1.16, -0.18, 0.03, 1.48, -0.98, -1.20, 0.75, 0.90,
    3.62, -0.48, -1.98, -1.11, 0.31, -0.18, -0.05
  };
  private static final double[] ARM64_RPS = {
    4.02, -0.87, -3.34, 1.18, 0.77, 1.05, -0.94, -0.69, -4.29, -0.88, 0.63, 1.43, 0.87, 0.21, 3.06,
    4.32, 3.63, 4.51, -3.65, 3.53, 6.22
  };
  private static final double[] ARM64_CPB = {
    1.09, -0.78, -3.28, 0.32, -0.11, 0.77, 0.66, -0.20, -0.60, 1.73, 1.25, 1.38, 1.99, 0.49, -1.98,
    1.50, 5.75, 5.76, -3.50, 0.61, 0.71
  };

  /** ZC sends of A1 and A2 on arm64, sse-fanout-1024, by engine. */
  private static final int[][] SENDS = {{287, 341}, {236, 316}, {505, 202}};

  /** Median, p90 and maximum of the spreads between the twins, in percent. */
  private static final double[] AMD64_SPREADS = {0.74, 2.23, 3.55};

  private static final double[] ARM64_SPREADS = {1.44, 6.16, 12.90};
  private static final double[] AMD64_CPB_SPREADS = {0.9, 2.73, 2.8};
  private static final double[] ARM64_CPB_SPREADS = {1.1, 3.92, 4.5};

  private SeedOracle() {}

  static final String SPEC =
      """
      assize: 1
      name: zero-copy-send
      question: Is zero-copy send better off than on?
      arms:
        on: {}
        off: { args: [--off] }
        on2: { twin: on }
      variants: { amd64: {}, arm64: {} }
      scenarios:
      %s
      metrics:
        rps: { stdout: 'rps ([0-9.]+)', better: higher, unit: 1/s, primary: true, minimum-effect: 3 %% }
        cpb: { stdout: 'cpb ([0-9.]+)', better: lower, unit: s/GB, primary: true, minimum-effect: 5 %% }
        sends: { stdout: 'sends ([0-9]+)', better: higher, scale: difference }
        ring: { stdout: 'ring ([0-9.]+)', better: higher, scale: difference }
      design: { blocks: 1, warmups: 0, seed: 1, order: a1-b-a2 }
      decision: { rule: floor, minimum-floor: 1 %%, compose: any }
      """;

  static SyntheticRun run() {
    StringBuilder scenarios = new StringBuilder();
    for (String scenario : SCENARIOS) {
      for (String engine : ENGINES) {
        scenarios
            .append("  ")
            .append(scenario)
            .append('-')
            .append(engine)
            .append(": { command: [load], checks: [ { stdout: equal } ] }\n");
      }
    }
    SyntheticRun run = new SyntheticRun(SPEC.formatted(scenarios.toString().stripTrailing()), 1);
    return run.carryOut(p -> List.of(values(run.trial(p), p).made())).close();
  }

  /** The sealed rule of the seed: LOSS on both, controls, exposure. */
  static Docket docket() {
    SyntheticRun run = run();
    Docket docket = run.docket();
    Experiment experiment = run.experiment();
    experiment =
        Changed.with(
            experiment,
            "scenarios",
            experiment.scenarios().stream()
                .map(s -> Changed.with(s, "control", s.name().value().startsWith("get-json")))
                .toList());
    Decision decision =
        Changed.with(
            Changed.with(experiment.decision(), "across", Decision.Compose.ALL), "drift", 1);
    experiment = Changed.with(experiment, "decision", decision);
    experiment =
        Changed.with(
            experiment,
            "exposures",
            List.of(
                holds("on", "sends > 0"), holds("on", "ring >= 0.5"), holds("off", "sends == 0")));
    return new Docket(
        docket.run(),
        experiment,
        docket.plan(),
        docket.entries(),
        docket.observations(),
        docket.overrides());
  }

  private static Exposure holds(String arm, String text) {
    return new Exposure(
        Optional.of(new dev.assize.experiment.ArmName(arm)),
        new Exposure.Condition.Holds(Expression.parse(text), text));
  }

  private static SyntheticTrial values(SyntheticTrial trial, PlannedTrial planned) {
    String scenario = planned.cell().scenario().value();
    boolean amd = planned.cell().variant().value().equals("amd64");
    int cell = 0;
    for (int s = 0; s < SCENARIOS.length; s++) {
      for (int e = 0; e < ENGINES.length; e++) {
        if (scenario.equals(SCENARIOS[s] + "-" + ENGINES[e])) {
          cell = s * ENGINES.length + e;
        }
      }
    }
    double rps =
        value(planned, cell, amd ? AMD64_RPS : ARM64_RPS, amd ? AMD64_SPREADS : ARM64_SPREADS, 1);
    double cpb =
        value(
            planned,
            cell,
            amd ? AMD64_CPB : ARM64_CPB,
            amd ? AMD64_CPB_SPREADS : ARM64_CPB_SPREADS,
            -1);
    boolean fires = !amd && scenario.startsWith("sse-fanout-1024");
    boolean json = scenario.startsWith("get-json");
    int twin = planned.arm().value().equals("on2") ? 1 : 0;
    boolean off = planned.arm().value().equals("off");
    int sends = fires && !off ? SENDS[cell % 3][twin] : 0;
    double ring = json ? 1 : fires ? (off ? 0.0044 : twin == 0 ? 0.0075 : 0.0203) : 0;
    return trial
        .wall(35_000_000_000L)
        .value("rps", new Reading.Decimal(Double.toString(1000 * rps)))
        .value("cpb", new Reading.Decimal(Double.toString(cpb)))
        .value("sends", new Reading.Whole(sends))
        .value("ring", new Reading.Decimal(Double.toString(ring)));
  }

  private static double value(
      PlannedTrial planned, int cell, double[] changes, double[] spreads, int better) {
    double half = spreadOf(cell, changes, spreads) / 200;
    return switch (planned.arm().value()) {
      case "on" -> 1 + half;
      case "on2" -> 1 - half;
      default -> 1 + better * changes[cell] / 100;
    };
  }

  /**
   * Ten small spreads, the median, seven between, then the 19th of 21 (the p90), and two up to the
   * maximum. The cell whose published A2 is the outlier, the last, has the largest.
   */
  private static double spreadOf(int cell, double[] changes, double[] spreads) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < changes.length - 1; i++) {
      order.add(i);
    }
    // Large changes that are published as beyond both twins have small spreads.
    order.sort((a, b) -> Double.compare(Math.abs(changes[b]), Math.abs(changes[a])));
    order.add(changes.length - 1);
    Map<Integer, Double> of = new LinkedHashMap<>();
    for (int rank = 0; rank < order.size(); rank++) {
      double spread =
          rank < 10
              ? spreads[0] / 2
              : rank == 10
                  ? spreads[0]
                  : rank < 18
                      ? (spreads[0] + spreads[1]) / 2
                      : rank == 18
                          ? spreads[1]
                          : rank == 19 ? (spreads[1] + spreads[2]) / 2 : spreads[2];
      of.put(order.get(rank), spread);
    }
    return of.getOrDefault(cell, 0.0);
  }
}
