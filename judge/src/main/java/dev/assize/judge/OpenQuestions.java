package dev.assize.judge;

import dev.assize.judge.Verdict.ExposureFound;
import dev.assize.judge.Verdict.WindowFound;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the run leaves open, so that no reader takes it for answered. */
final class OpenQuestions {
  private final List<String> open = new ArrayList<>();

  List<String> of(
      Outcome outcome,
      List<Comparison> comparisons,
      List<ExposureFound> exposures,
      List<WindowFound> windows) {
    unexercised(comparisons, exposures);
    count(comparisons, Outcome.UNDECIDED, "could not be decided by this run, in either direction");
    count(comparisons, Outcome.VOID, "void, so that nothing is known of it");
    windows(windows);
    if (outcome == Outcome.NO_DIFFERENCE) {
      comparisons.stream()
          .filter(c -> c.primary() && c.metric().scale() == Scale.RATIO)
          .mapToDouble(Comparison::threshold)
          .max()
          .ifPresent(
              t -> open.add("whether there are differences of less than " + Words.percent(t)));
    }
    return open;
  }

  private void unexercised(List<Comparison> comparisons, List<ExposureFound> exposures) {
    Set<String> cells = new LinkedHashSet<>();
    int all = 0;
    Set<String> seen = new LinkedHashSet<>();
    for (Comparison c : comparisons) {
      if (c.primary() && seen.add(c.cell().toString())) {
        all++;
      }
      if (c.primary() && c.outcome() == Outcome.NOT_EXERCISED) {
        cells.add(c.cell().toString());
      }
    }
    if (cells.isEmpty()) {
      return;
    }
    Set<String> broken = new LinkedHashSet<>();
    exposures.stream()
        .filter(e -> !e.holds() && cells.contains(e.cell().toString()))
        .forEach(e -> broken.add(e.expected() + " in " + e.arm()));
    open.add(
        "what the treatment does where it runs: in "
            + cells.size()
            + " of "
            + Words.count(all, "cell")
            + " it did not run as declared. An answer takes work for which this holds: "
            + String.join("; ", broken));
  }

  private void count(List<Comparison> comparisons, Outcome outcome, String what) {
    long n = comparisons.stream().filter(c -> c.primary() && c.outcome() == outcome).count();
    if (n > 0) {
      open.add(
          Words.count(n, "primary comparison")
              + " of "
              + comparisons.stream().filter(Comparison::primary).count()
              + ": "
              + what);
    }
  }

  private void windows(List<WindowFound> windows) {
    Map<String, Integer> lost = new LinkedHashMap<>();
    Map<String, Integer> all = new LinkedHashMap<>();
    for (WindowFound w : windows) {
      all.merge(w.source(), w.count(), Integer::sum);
      if (w.status() != WindowStatus.OK) {
        lost.merge(w.source() + " " + w.status().key(), w.count(), Integer::sum);
      }
    }
    lost.forEach(
        (what, n) ->
            open.add(
                "what "
                    + what.substring(0, what.indexOf(' '))
                    + " would have shown in "
                    + n
                    + " of "
                    + Words.count(
                        all.getOrDefault(what.substring(0, what.indexOf(' ')), n), "window")
                    + ": "
                    + what.substring(what.indexOf(' ') + 1)));
  }
}
