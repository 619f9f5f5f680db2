package dev.assize.judge;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.FileRecord;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Check;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether all trials of a cell did the same work: outputs that the spec wants equal are. */
final class WorkComparison {
  private static final int MOST_QUOTED = 4;

  private final Cell cell;
  private final Scenario scenario;
  private final Gate.Scope voids;
  private final ArmName baseline;

  WorkComparison(Cell cell, Scenario scenario, Gate.Scope voids, ArmName baseline) {
    this.cell = cell;
    this.scenario = scenario;
    this.voids = voids;
    this.baseline = baseline;
  }

  /**
   * Returns a fault for each output that differs between these attempts, by the attempts it is laid
   * to: with scope TRIAL those that differ from what the baseline mostly wrote, else all.
   *
   * @param attempts of the cell whose command ended well
   */
  Map<Attempt, List<Fault>> faults(List<Examined> attempts) {
    Map<Attempt, List<Fault>> faults = new LinkedHashMap<>();
    for (String path : equalPaths()) {
      Map<String, List<Examined>> byHash = new LinkedHashMap<>();
      for (Examined attempt : attempts) {
        GateRules.checked(attempt.record(), path)
            .ifPresent(
                f -> byHash.computeIfAbsent(f.sha256(), _ -> new ArrayList<>()).add(attempt));
      }
      if (byHash.size() > 1) {
        String right = reference(byHash);
        Fault fault = new Fault("check:" + label(path), voids, describe(path, byHash), true);
        byHash.forEach(
            (hash, with) -> {
              if (!hash.equals(right)) {
                with.forEach(
                    a ->
                        faults
                            .computeIfAbsent(a.record().attempt(), _ -> new ArrayList<>())
                            .add(fault));
              }
            });
      }
    }
    return faults;
  }

  private Set<String> equalPaths() {
    return scenario.checks().stream()
        .filter(c -> c instanceof Check.StreamEqual || c instanceof Check.FileEqual)
        .map(c -> GateRules.pathOf(c).orElseThrow())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private String label(String path) {
    boolean file =
        scenario.checks().stream()
            .anyMatch(c -> c instanceof Check.FileEqual(String p) && p.equals(path));
    return file ? "file " + path : path;
  }

  /** What most trials of the baseline wrote; without any, what most trials wrote. */
  private String reference(Map<String, List<Examined>> byHash) {
    Comparator<Map.Entry<String, List<Examined>>> most =
        Comparator.<Map.Entry<String, List<Examined>>>comparingLong(
                e -> e.getValue().stream().filter(a -> a.record().arm().equals(baseline)).count())
            .thenComparingInt(e -> e.getValue().size());
    String best = "";
    Map.Entry<String, List<Examined>> bestEntry = null;
    for (Map.Entry<String, List<Examined>> entry : byHash.entrySet()) {
      if (bestEntry == null || most.compare(entry, bestEntry) > 0) {
        bestEntry = entry;
        best = entry.getKey();
      }
    }
    return best;
  }

  /** Quotes what was written, by whom and how often. */
  private String describe(String path, Map<String, List<Examined>> byHash) {
    List<String> kinds = new ArrayList<>();
    for (Map.Entry<String, List<Examined>> entry : byHash.entrySet()) {
      if (kinds.size() == MOST_QUOTED) {
        kinds.add("and " + (byHash.size() - MOST_QUOTED) + " more");
        break;
      }
      Map<ArmName, Long> arms =
          entry.getValue().stream()
              .collect(
                  Collectors.groupingBy(
                      a -> a.record().arm(), LinkedHashMap::new, Collectors.counting()));
      Optional<FileRecord> file = GateRules.checked(entry.getValue().getFirst().record(), path);
      kinds.add(
          entry.getKey()
              + file.map(f -> " (" + f.size().value() + " bytes)").orElse("")
              + " in "
              + arms.entrySet().stream()
                  .map(a -> Words.count(a.getValue(), "trial") + " of " + a.getKey())
                  .collect(Collectors.joining(" and "))
              + ", first in trial "
              + entry.getValue().getFirst().record().attempt());
    }
    return label(path)
        + " of "
        + cell
        + ": expected the same bytes in every trial, found SHA-256 "
        + String.join("; ", kinds);
  }
}
