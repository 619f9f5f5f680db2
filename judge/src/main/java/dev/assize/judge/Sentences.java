package dev.assize.judge;

import dev.assize.experiment.Experiment;
import dev.assize.experiment.Metric;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The verdict in one sentence that a non-specialist understands. */
final class Sentences {
  private final Experiment experiment;
  private final List<Comparison> primary;

  Sentences(Experiment experiment, List<Comparison> comparisons) {
    this.experiment = experiment;
    this.primary = comparisons.stream().filter(Comparison::primary).toList();
  }

  String sentence(Outcome outcome) {
    if (experiment.design().descriptive()) {
      return descriptive();
    }
    if (primary.isEmpty()) {
      return "No verdict: the spec has no primary comparison.";
    }
    Comparison headline = headline(outcome);
    String said =
        switch (headline.outcome()) {
          case WIN, LOSS -> moved(headline);
          case NO_DIFFERENCE -> same(headline);
          case UNDECIDED -> undecided(headline);
          case NOT_EXERCISED ->
              "No verdict on "
                  + headline.contrast()
                  + where(headline)
                  + ": the treated code did not run as it must: "
                  + headline.because();
          case VOID -> "No verdict" + where(headline) + ": " + headline.because();
        };
    return said + tally(outcome, headline) + ".";
  }

  /** The comparison that shows the outcome best: the largest change among those that have it. */
  private Comparison headline(Outcome outcome) {
    Comparator<Comparison> bySize =
        Comparator.comparingDouble(c -> Math.abs(Effect.of(c).orElse(0)));
    List<Comparison> showing = primary.stream().filter(c -> c.outcome() == outcome).toList();
    List<Comparison> from = showing.isEmpty() ? primary : showing;
    Comparison best = from.getFirst();
    for (Comparison c : from) {
      if (bySize.compare(c, best) > 0) {
        best = c;
      }
    }
    return best;
  }

  private String where(Comparison c) {
    return experiment.cells().size() > 1 ? " in " + c.cell() : "";
  }

  private static boolean time(Comparison c) {
    return c.metric().unit().equals("ns") && c.metric().better() == Metric.Better.LOWER;
  }

  private static boolean wall(Comparison c) {
    return c.metric().source() instanceof Metric.Source.Reading(Metric.Kind kind)
        && kind == Metric.Kind.WALL;
  }

  private String moved(Comparison c) {
    boolean good = c.outcome() == Outcome.WIN;
    String than = " than " + c.contrast().baseline();
    String verb = time(c) ? (good ? "faster" : "slower") : good ? "better" : "worse";
    return c.contrast().candidate()
        + " is "
        + verb
        + than
        + where(c)
        + (time(c) ? "" : " on " + c.metric().name())
        + ": "
        + amount(c)
        + over(c);
  }

  /** "it takes 71.2 % less time (95 % interval 70.8 to 71.6 %)". */
  private String amount(Comparison c) {
    double change = change(c);
    String less = change < 0 ? "less" : "more";
    String size;
    if (c.metric().scale() == Scale.RATIO) {
      size = Words.percent(change) + " " + less;
    } else {
      boolean counted = c.metric().unit().equals("count");
      size =
          Words.amount(change, c.metric().unit()) + " " + (counted && change < 0 ? "fewer" : less);
    }
    String what =
        time(c)
            ? "it takes " + size + " time" + (wall(c) ? "" : " in " + c.metric().name())
            : "by " + size;
    return what + c.randomisation().map(i -> interval(c, i)).orElse("");
  }

  /** The change that is shown, also where a vote against the mean of the twins decided. */
  private static double change(Comparison c) {
    return Effect.of(c).orElse(0);
  }

  private static String interval(Comparison c, Interval i) {
    double sign = change(c) < 0 ? -1 : 1;
    double from = Math.min(sign * i.low(), sign * i.high());
    double to = Math.max(sign * i.low(), sign * i.high());
    Metric metric = c.metric();
    boolean ratio = metric.scale() == Scale.RATIO;
    String low = ratio ? Words.percentNumber(from) : Words.amount(from, metric.unit());
    return " ("
        + Words.level(c.level())
        + " interval "
        + (from < 0 ? "-" : "")
        + low
        + " to "
        + (to < 0 ? "-" : "")
        + Words.size(to, metric)
        + ")";
  }

  private static String over(Comparison c) {
    return ", over " + Words.count(c.blocks().size(), "paired block");
  }

  private String same(Comparison c) {
    String both = c.contrast().candidate() + " and " + c.contrast().baseline();
    return (time(c) && wall(c)
            ? both + " take the same time" + where(c)
            : both + " are the same on " + c.metric().name() + where(c))
        + " within "
        + Words.size(c.threshold(), c.metric())
        + ": the change lies between "
        + signed(c)
        + over(c);
  }

  private static String signed(Comparison c) {
    return c.randomisation()
        .map(
            i ->
                Words.change(i.low(), c.metric())
                    + " and "
                    + Words.change(i.high(), c.metric())
                    + " ("
                    + Words.level(c.level())
                    + " interval)")
        .orElse("unknown bounds");
  }

  private String undecided(Comparison c) {
    String question =
        "This run can't tell whether "
            + c.contrast().candidate()
            + " is "
            + (time(c) ? "faster or slower than " : "better or worse than ")
            + c.contrast().baseline()
            + (time(c) && wall(c) ? "" : " on " + c.metric().name())
            + where(c);
    boolean byInterval = c.randomisation().isPresent() && c.because().startsWith("the interval ");
    if (byInterval) {
      return question
          + ": the change lies between "
          + signed(c)
          + over(c)
          + ", and the smallest change that counts is "
          + Words.size(c.threshold(), c.metric());
    }
    Optional<String> point =
        c.because().startsWith("inconclusive") && Effect.of(c).isPresent()
            ? Optional.of("; the one estimate there is: " + Words.change(change(c), c.metric()))
            : Optional.empty();
    return question + ": " + c.because() + point.orElse("");
  }

  private String descriptive() {
    List<String> parts = new ArrayList<>();
    for (Comparison c : primary) {
      if (Effect.of(c).isPresent() && c.outcome() != Outcome.VOID) {
        parts.add(
            c.contrast()
                + " on "
                + c.metric().name()
                + where(c)
                + " "
                + Words.change(change(c), c.metric())
                + over(c));
      }
    }
    return "Description only, no verdict was asked for"
        + (parts.isEmpty() ? "" : ": " + String.join("; ", parts))
        + ".";
  }

  private String tally(Outcome outcome, Comparison headline) {
    if (primary.size() == 1) {
      return "";
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Outcome each : Outcome.values()) {
      int n = (int) primary.stream().filter(c -> c.outcome() == each).count();
      if (n > 0) {
        counts.put(label(each), n);
      }
    }
    List<String> parts = new ArrayList<>();
    counts.forEach((label, n) -> parts.add(n + " " + label));
    String split = "; of " + primary.size() + " primary comparisons " + Words.list(parts);
    // Only when the parts disagree is the whole not what the headline shows.
    return headline.outcome() == outcome ? split : split + ": together " + label(outcome);
  }

  private static String label(Outcome outcome) {
    return switch (outcome) {
      case WIN -> "better";
      case LOSS -> "worse";
      case NO_DIFFERENCE -> "the same";
      case UNDECIDED -> "undecided";
      case NOT_EXERCISED -> "not exercised";
      case VOID -> "void";
    };
  }
}
