package dev.assize.judge;

import dev.assize.experiment.Cell;
import dev.assize.experiment.Decision;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.VariantName;
import dev.assize.judge.Verdict.CellVerdict;
import dev.assize.judge.Verdict.MetricVerdict;
import dev.assize.judge.Verdict.VariantVerdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * From comparisons to cells, to variants, to the experiment. Within a cell, and for {@code any}:
 * LOSS when any loses; else VOID when any is void; else WIN when any wins; else NOT_EXERCISED when
 * any is; else NO_DIFFERENCE when all say so; else UNDECIDED. For {@code all}: VOID when any is
 * void, NOT_EXERCISED when any is, the common outcome when all agree, else UNDECIDED.
 *
 * <p>Under the rule of floors a cell that is not exposed has no vote: it does not count beside
 * cells that are, and a variant without any exposed cell is NOT_EXERCISED.
 */
final class Composition {
  private final Decision decision;

  Composition(Decision decision) {
    this.decision = decision;
  }

  static List<CellVerdict> cells(List<Comparison> comparisons) {
    Map<Cell, List<Outcome>> outcomes = new LinkedHashMap<>();
    for (Comparison comparison : comparisons) {
      if (comparison.primary()) {
        outcomes
            .computeIfAbsent(comparison.cell(), _ -> new ArrayList<>())
            .add(comparison.outcome());
      }
    }
    List<CellVerdict> cells = new ArrayList<>();
    outcomes.forEach((cell, of) -> cells.add(new CellVerdict(cell, any(of))));
    return cells;
  }

  /** The outcome of each variant's cells together, and of each primary metric on its own. */
  List<VariantVerdict> variants(List<Comparison> comparisons) {
    Map<VariantName, List<Outcome>> cells = new LinkedHashMap<>();
    Map<VariantName, Map<MetricName, List<Outcome>>> metrics = new LinkedHashMap<>();
    for (CellVerdict cell : cells(comparisons)) {
      cells.computeIfAbsent(cell.cell().variant(), _ -> new ArrayList<>()).add(cell.outcome());
    }
    for (Comparison comparison : comparisons) {
      if (comparison.primary()) {
        metrics
            .computeIfAbsent(comparison.cell().variant(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(comparison.metric().name(), _ -> new ArrayList<>())
            .add(comparison.outcome());
      }
    }
    List<VariantVerdict> variants = new ArrayList<>();
    cells.forEach(
        (variant, outcomes) -> {
          List<MetricVerdict> byMetric = new ArrayList<>();
          metrics
              .getOrDefault(variant, Map.of())
              .forEach((m, of) -> byMetric.add(new MetricVerdict(m, ofCells(of))));
          variants.add(new VariantVerdict(variant, ofCells(outcomes), byMetric));
        });
    return variants;
  }

  /** The outcome of the experiment. */
  Outcome of(List<VariantVerdict> variants) {
    return composed(variants.stream().map(VariantVerdict::outcome).toList(), decision.across());
  }

  private Outcome ofCells(Collection<Outcome> outcomes) {
    List<Outcome> counting =
        decision.rule() == Decision.Rule.FLOOR
            ? outcomes.stream().filter(o -> o != Outcome.NOT_EXERCISED).toList()
            : List.copyOf(outcomes);
    return composed(counting.isEmpty() ? outcomes : counting, decision.compose());
  }

  private static Outcome composed(Collection<Outcome> outcomes, Decision.Compose compose) {
    return switch (compose) {
      case ANY -> any(outcomes);
      case ALL -> all(outcomes);
    };
  }

  private static Outcome any(Collection<Outcome> outcomes) {
    for (Outcome decisive :
        List.of(Outcome.LOSS, Outcome.VOID, Outcome.WIN, Outcome.NOT_EXERCISED)) {
      if (outcomes.contains(decisive)) {
        return decisive;
      }
    }
    return unanimous(outcomes);
  }

  private static Outcome all(Collection<Outcome> outcomes) {
    for (Outcome decisive : List.of(Outcome.VOID, Outcome.NOT_EXERCISED)) {
      if (outcomes.contains(decisive)) {
        return decisive;
      }
    }
    return unanimous(outcomes);
  }

  private static Outcome unanimous(Collection<Outcome> outcomes) {
    if (outcomes.isEmpty()) {
      return Outcome.UNDECIDED;
    }
    Set<Outcome> distinct = EnumSet.copyOf(outcomes);
    return distinct.size() == 1 ? distinct.iterator().next() : Outcome.UNDECIDED;
  }
}
