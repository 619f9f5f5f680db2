package dev.assize.report;

import dev.assize.experiment.Metric;
import dev.assize.judge.Comparison;
import dev.assize.judge.Interval;
import dev.assize.stats.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** What the comparisons say: the effect, what would have changed the verdict, every metric. */
final class EffectSections {
  private final Material material;
  private final Labels labels;
  private final List<Comparison> all;

  EffectSections(Material material, Labels labels) {
    this.material = material;
    this.labels = labels;
    this.all = material.verdict().comparisons();
  }

  List<Section> sections() {
    return List.of(effect(), wouldChange(), metrics());
  }

  private Section effect() {
    List<Comparison> primary = all.stream().filter(Comparison::primary).toList();
    List<Block> blocks = new ArrayList<>();
    if (primary.isEmpty()) {
      blocks.add(
          new Block.Paragraph("No primary comparison could be made. The sections below say why."));
      return new Section("effect", "Effect", blocks);
    }
    blocks.add(new Block.Paragraph(contrasts(primary)));
    SupportTables support = new SupportTables(material, labels);
    blocks.addAll(support.cells());
    blocks.addAll(forests("effect", primary));
    blocks.add(table("Primary comparisons", primary));
    blocks.addAll(remarks(primary));
    blocks.addAll(support.votes());
    blocks.addAll(support.floors());
    blocks.addAll(support.exposures());
    return new Section("effect", "Effect", blocks);
  }

  private String contrasts(List<Comparison> primary) {
    List<String> contrasts =
        primary.stream().map(c -> c.contrast().toString()).distinct().toList();
    return "Change of "
        + String.join("; ", contrasts)
        + ". The interval is that of the randomisation test at "
        + level()
        + (primary.size() == 1
            ? ""
            : ", corrected for " + count(primary.size(), "primary comparison"))
        + ". The bootstrap interval of the medians stands beside it, uncorrected, because published"
        + " records use it; it does not decide.";
  }

  private String level() {
    return Numbers.percent(material.experiment().decision().level());
  }

  private Section wouldChange() {
    List<String> reasons = material.verdict().wouldChange();
    return new Section(
        "would-change",
        "What would have changed the verdict",
        List.of(
            reasons.isEmpty()
                ? new Block.Paragraph("Nothing stated.")
                : new Block.Bullets(reasons)));
  }

  private Section metrics() {
    List<Block> blocks = new ArrayList<>();
    List<Comparison> worse =
        material.verdict().regressions().stream().map(all::get).toList();
    blocks.add(
        new Block.Paragraph(
            worse.isEmpty()
                ? "Regressions: none. No comparison, primary or exploratory, moved in the bad"
                    + " direction."
                : "Regressions: "
                    + worse.size()
                    + " of "
                    + count(all.size(), "comparison")
                    + " moved in the bad direction. All are listed, also those that may be"
                    + " chance."));
    if (!worse.isEmpty()) {
      blocks.add(table("Every regression", worse));
    }
    List<Comparison> exploratory = all.stream().filter(c -> !c.primary()).toList();
    if (!exploratory.isEmpty()) {
      double chance = exploratory.size() * (1 - material.experiment().decision().level());
      blocks.add(
          new Block.Paragraph(
              "Exploratory: "
                  + count(exploratory.size(), "comparison")
                  + " beyond the primary ones, with "
                  + level()
                  + " intervals that are not corrected for their number. Were every difference zero,"
                  + " about "
                  + Numbers.fixed(chance, 1)
                  + " of them would still exclude zero by chance. They suggest the next question;"
                  + " they do not answer this one."));
      blocks.addAll(forests("exploratory", exploratory));
      blocks.add(table("Exploratory comparisons", exploratory));
      blocks.addAll(remarks(exploratory));
    }
    if (!all.isEmpty()) {
      blocks.add(new Block.Details("p-values, blocks and thresholds of each", List.of(precise())));
    }
    return new Section("metrics", "Every metric", blocks);
  }

  private Block.Table table(String caption, List<Comparison> comparisons) {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      DisplayUnit scale = scale(comparison);
      Change change = Change.of(comparison);
      rows.add(
          List.of(
              Block.Datum.of(labels.comparison(comparison)),
              Block.Datum.of(scale.show(comparison.baselineMedian())),
              Block.Datum.of(scale.show(comparison.candidateMedian())),
              Block.Datum.of(change.estimate()),
              Block.Datum.of(change.bounds(comparison.randomisation())),
              Block.Datum.of(change.bounds(comparison.bootstrap())),
              outcome(comparison)));
    }
    return new Block.Table(
        caption,
        Block.Column.of(
            Block.Column.text("Metric"),
            Block.Column.number("Baseline"),
            Block.Column.number("Candidate"),
            Block.Column.number("Change"),
            Block.Column.number("Interval"),
            Block.Column.number("Bootstrap"),
            Block.Column.text("Verdict")),
        rows);
  }

  private static String reference(Comparison.Reference reference) {
    return reference.enumerated()
        ? reference.size() + ", all gone through"
        : "100000 drawn of "
            + (reference.size().bitLength() > 64
                ? "2^" + (reference.size().bitLength() - 1) + " or more"
                : reference.size());
  }

  private Block.Datum outcome(Comparison comparison) {
    String word =
        Labels.symbol(comparison.outcome()) + Numbers.NBSP + Labels.word(comparison.outcome());
    return Block.Datum.of(
        comparison.primary() ? word : word + " (exploratory)", Labels.tone(comparison.outcome()));
  }

  private Block.Table precise() {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Comparison comparison : all) {
      rows.add(
          List.of(
              Block.Datum.of(labels.comparison(comparison)),
              Block.Datum.of(Labels.direction(comparison.metric())),
              Block.Datum.of(comparison.family().orElse("exploratory")),
              Block.Datum.of(comparison.blocks().size()),
              Block.Datum.of(Numbers.percent(comparison.level())),
              Block.Datum.of(comparison.reference().map(EffectSections::reference).orElse("none")),
              Block.Datum.of(comparison.pValue().map(Numbers::probability).orElse("none")),
              Block.Datum.of(comparison.adjustedP().map(Numbers::probability).orElse("none")),
              Block.Datum.of(Change.of(comparison).threshold()),
              Block.Datum.of(
                  comparison
                      .bootstrap()
                      .map(interval -> Change.of(comparison).estimate(interval))
                      .orElse("none"))));
    }
    return new Block.Table(
        "How each comparison was decided",
        Block.Column.of(
            Block.Column.text("Metric"),
            Block.Column.text("Direction"),
            Block.Column.text("Family"),
            Block.Column.number("Blocks"),
            Block.Column.number("Level"),
            Block.Column.number("Relabellings"),
            Block.Column.number("p"),
            Block.Column.number("p, Holm"),
            Block.Column.number("Matters from"),
            Block.Column.number("Change of medians")),
        rows);
  }

  private List<Block> remarks(List<Comparison> comparisons) {
    List<String> remarks = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      String label = labels.comparison(comparison);
      if (comparison.primary() && !comparison.because().isEmpty()) {
        remarks.add(
            label + ": " + Labels.word(comparison.outcome()) + " because " + comparison.because());
      }
      comparison.remarks().forEach(remark -> remarks.add(label + ": " + remark));
    }
    return remarks.isEmpty() ? List.of() : List.of(new Block.Bullets(remarks));
  }

  private static DisplayUnit scale(Comparison comparison) {
    return DisplayUnit.of(
        comparison.metric().unit(),
        DoubleStream.of(comparison.baselineMedian(), comparison.candidateMedian()));
  }

  /** One forest for all ratios, and one for each unit of a difference. */
  private List<Block> forests(String id, List<Comparison> comparisons) {
    Map<String, List<Comparison>> byAxis = new LinkedHashMap<>();
    for (Comparison comparison : comparisons) {
      boolean ratio = comparison.metric().scale() == Scale.RATIO;
      String axis = ratio ? "%" : comparison.metric().name().value();
      byAxis.computeIfAbsent(axis, _ -> new ArrayList<>()).add(comparison);
    }
    List<Block> figures = new ArrayList<>();
    byAxis.forEach(
        (axis, group) -> {
          List<Chart.Effect> effects = new ArrayList<>();
          String unit = "";
          for (Comparison comparison : group) {
            Change change = Change.of(comparison);
            if (change.leading().isPresent() && !comparison.separated()) {
              unit = change.unit();
              effects.add(effect(comparison, change));
            }
          }
          if (!effects.isEmpty()) {
            figures.add(
                new Block.Figure(
                    id + "-" + figures.size(),
                    "Change and interval. Inside the shaded zone a change does not matter; left of"
                        + " zero is less, right of it more.",
                    new Chart.Forest(unit, effects)));
          }
        });
    return figures;
  }

  private Chart.Effect effect(Comparison comparison, Change change) {
    return new Chart.Effect(
        labels.comparison(comparison),
        comparison.outcome(),
        comparison.primary(),
        comparison.metric().better() == Metric.Better.LOWER,
        change.shown(comparison.threshold()),
        comparison.randomisation().map(i -> span(change, i)),
        comparison.bootstrap().map(i -> span(change, i)),
        change.estimate() + " " + change.bounds(change.leading()));
  }

  static Chart.Span span(Change change, Interval interval) {
    return new Chart.Span(
        change.shown(interval.estimate()),
        change.shown(interval.low()),
        change.shown(interval.high()));
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
