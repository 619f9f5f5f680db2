package dev.assize.judge;

import dev.assize.experiment.Cell;
import dev.assize.experiment.Decision;
import dev.assize.judge.Verdict.CellVerdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * From comparisons to cells to the experiment. Within a cell, and over cells for {@code any}: LOSS
 * when any loses; else VOID when any is void; else WIN when any wins; else NOT_EXERCISED when any
 * is; else NO_DIFFERENCE when all say so; else UNDECIDED. Over cells for {@code all}: VOID when any
 * is void, NOT_EXERCISED when any is, the common outcome when all agree, else UNDECIDED.
 */
final class Composition {
  private Composition() {}

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

  static Outcome of(List<CellVerdict> cells, Decision.Compose compose) {
    List<Outcome> outcomes = cells.stream().map(CellVerdict::outcome).toList();
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
