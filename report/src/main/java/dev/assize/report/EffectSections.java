package dev.assize.report;

import dev.assize.judge.Comparison;
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
  private final Forests forests;

  EffectSections(Material material, Labels labels) {
    this.material = material;
    this.labels = labels;
    this.all = material.verdict().comparisons();
    this.forests = new Forests(labels);
  }

  List<Section> sections() {
    return List.of(effect(), wouldChange(), regressions(), exploratory());
  }

  private Section effect() {
    List<Comparison> primary = all.stream().filter(Comparison::primary).toList();
    List<Block> blocks = new ArrayList<>();
    if (primary.isEmpty()) {
      blocks.add(
          new Block.Paragraph("No primary comparison could be made. The sections below say why."));
      return Section.leading("effect", "Effect", blocks);
    }
    blocks.add(new Block.Paragraph(contrasts(primary)));
    SupportTables support = new SupportTables(material, labels);
    blocks.addAll(support.cells());
    blocks.addAll(forests.of("effect", primary));
    blocks.add(table("Primary comparisons", primary, true));
    blocks.addAll(remarks(primary));
    TwinTables twins = new TwinTables(material, labels);
    blocks.addAll(twins.variants());
    blocks.addAll(twins.floors());
    blocks.addAll(twins.deltas());
    blocks.addAll(twins.votes());
    blocks.addAll(new ExposureTables(material, labels).all());
    return Section.leading("effect", "Effect", blocks);
  }

  private String contrasts(List<Comparison> primary) {
    List<String> contrasts = primary.stream().map(c -> c.contrast().toString()).distinct().toList();
    return "Change of "
        + String.join("; ", contrasts)
        + ". The interval is that of the randomisation test at "
        + level()
        + (primary.size() == 1
            ? ""
            : ", corrected for " + count(primary.size(), "primary comparison"))
        + ". The bootstrap interval of the medians stands beside it, uncorrected, because published"
        + " records use it; it does not decide."
        + (primary.stream().anyMatch(c -> c.randomisation().isEmpty())
            ? " Where there is no randomisation interval, the change is that of the medians."
            : "");
  }

  private String level() {
    return Numbers.percent(material.experiment().decision().level());
  }

  private Section wouldChange() {
    List<String> reasons = material.verdict().wouldChange();
    return Section.leading(
        "would-change",
        "What would have changed the verdict",
        List.of(
            reasons.isEmpty()
                ? new Block.Paragraph("Nothing stated.")
                : new Block.Bullets(reasons.stream().map(Words::brief).toList())));
  }

  private Section regressions() {
    List<Comparison> worse = material.verdict().regressions().stream().map(all::get).toList();
    if (worse.isEmpty()) {
      return Section.leading(
          "regressions", "Regressions", List.of(new Block.Paragraph(noRegression())));
    }
    return Section.leading(
        "regressions",
        "Regressions",
        List.of(
            new Block.Paragraph(
                worse.size()
                    + " of "
                    + count(all.size(), "comparison")
                    + " moved in the bad direction. All are listed, also those that may be"
                    + " chance."),
            table("Every regression", worse, true)));
  }

  /** That none was found says nothing about comparisons without an estimate. */
  private String noRegression() {
    int known = (int) all.stream().filter(c -> Change.of(c).leading().isPresent()).count();
    if (known == 0) {
      return "Not known: none of " + count(all.size(), "comparison") + " has an estimate.";
    }
    return "None: of "
        + count(known, "comparison")
        + (known == all.size() ? "" : " with an estimate")
        + ", primary and exploratory, no estimate moved in the bad direction."
        + (known == all.size()
            ? ""
            : " " + (all.size() - known) + " more have no estimate, and nothing is known of them.");
  }

  private Section exploratory() {
    List<Block> blocks = new ArrayList<>();
    List<Comparison> exploratory = all.stream().filter(c -> !c.primary()).toList();
    if (exploratory.isEmpty()) {
      blocks.add(new Block.Paragraph("Every comparison is a primary one, shown above."));
    } else {
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
      Map<String, List<Comparison>> byCell = new LinkedHashMap<>();
      for (Comparison comparison : exploratory) {
        byCell
            .computeIfAbsent(labels.cell(comparison.cell()), _ -> new ArrayList<>())
            .add(comparison);
      }
      byCell.forEach(
          (cell, group) -> {
            String where = labels.oneCell() ? "" : " in " + cell;
            List<Comparison> ratios =
                group.stream().filter(c -> c.metric().scale() == Scale.RATIO).toList();
            List<Comparison> differences =
                group.stream().filter(c -> c.metric().scale() != Scale.RATIO).toList();
            blocks.addAll(forests.of("exploratory-" + blocks.size(), ratios));
            List<Block> drawn = forests.of("differences-" + blocks.size(), differences);
            if (!drawn.isEmpty()) {
              blocks.add(new Block.Details("Differences" + where + ", drawn", drawn));
            }
            blocks.add(table("Exploratory comparisons" + where, group, false));
          });
      blocks.addAll(remarks(exploratory));
    }
    if (!all.isEmpty()) {
      blocks.add(new Block.Details("How each comparison was decided", List.of(precise())));
    }
    return Section.of("metrics", "Every metric", blocks);
  }

  /**
   * @param mixed whether the rows are of several cells and kinds, which their labels then tell
   */
  private Block.Table table(String caption, List<Comparison> comparisons, boolean mixed) {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      DisplayUnit scale = scale(comparison);
      Change change = Change.of(comparison);
      rows.add(
          List.of(
              Block.Datum.of(
                  mixed
                      ? labels.comparison(comparison)
                          + (comparison.primary() ? "" : " (exploratory)")
                      : labels.metric(comparison)),
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
        rows,
        true);
  }

  private static String reference(Comparison.Reference reference) {
    return reference.enumerated()
        ? reference.size() + ", all gone through"
        : "100000 drawn of "
            + (reference.size().bitLength() > 64
                ? "2^" + (reference.size().bitLength() - 1) + " or more"
                : reference.size());
  }

  private static Block.Datum outcome(Comparison comparison) {
    return Block.Datum.of(
        Labels.symbol(comparison.outcome()) + Numbers.NBSP + Labels.word(comparison.outcome()),
        Labels.tone(comparison.outcome()));
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
    return remarks.isEmpty()
        ? List.of()
        : List.of(new Block.Bullets(remarks.stream().map(Words::brief).toList()));
  }

  private static DisplayUnit scale(Comparison comparison) {
    return DisplayUnit.of(
        comparison.metric().unit(),
        DoubleStream.of(comparison.baselineMedian(), comparison.candidateMedian()));
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
