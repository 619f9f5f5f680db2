package dev.assize.report;

import dev.assize.judge.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** The change of each block, of every comparison. */
final class PairSection {
  /** Rows of all tables by block; comparisons beyond them have their values in the CSV only. */
  private static final int LISTED_ROWS = 800;

  private final Labels labels;
  private final List<Comparison> all;

  PairSection(Labels labels, List<Comparison> all) {
    this.labels = labels;
    this.all = all;
  }

  Section section() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            "Both arms of a block ran close together, in random order. Each point is one block's"
                + " change; the verdict comes from these, not from the difference of two averages."));
    List<Block> exploratory = new ArrayList<>();
    int rows = 0;
    int unlisted = 0;
    for (int i = 0; i < all.size(); i++) {
      Comparison comparison = all.get(i);
      if (comparison.blocks().isEmpty()) {
        continue;
      }
      Change change = Change.of(comparison);
      List<Double> shown = DoubleStream.of(change.paired()).map(change::shown).boxed().toList();
      String label = labels.comparison(comparison);
      Block figure =
          new Block.Figure(
              "pairs-" + i,
              label + ": change of " + comparison.contrast() + " by block",
              new Chart.Pairs(
                  comparison,
                  change.unit(),
                  shown,
                  change.shown(comparison.threshold()),
                  comparison.randomisation().map(change::span)));
      rows += comparison.blocks().size();
      boolean listed = rows <= LISTED_ROWS;
      unlisted += listed ? 0 : 1;
      List<Block> table = listed ? List.of(pairTable(label, comparison, change)) : List.of();
      if (!comparison.primary()) {
        List<Block> both = new ArrayList<>(List.of(figure));
        both.addAll(table);
        exploratory.add(new Block.Details(label + " (exploratory)", both));
      } else {
        blocks.add(figure);
        if (listed) {
          blocks.add(new Block.Details(label + ": values by block", table));
        }
      }
    }
    if (!exploratory.isEmpty()) {
      blocks.add(
          new Block.Details(
              EffectSections.count(exploratory.size(), "exploratory comparison") + " by block",
              exploratory));
    }
    if (unlisted > 0) {
      blocks.add(
          new Block.Paragraph(
              EffectSections.count(unlisted, "comparison")
                  + " without a table here, to keep the report small; the CSV has every value by"
                  + " block."));
    }
    return Section.of("pairs", "Paired differences", blocks);
  }

  private static Block.Table pairTable(String label, Comparison comparison, Change change) {
    DisplayUnit scale =
        DisplayUnit.of(
            comparison.metric().unit(),
            DoubleStream.concat(
                comparison.baseline().stream().mapToDouble(d -> d),
                comparison.candidate().stream().mapToDouble(d -> d)));
    double[] changes = change.paired();
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (int i = 0; i < changes.length; i++) {
      rows.add(
          List.of(
              Block.Datum.of(comparison.blocks().get(i)),
              Block.Datum.of(scale.show(comparison.baseline().get(i))),
              Block.Datum.of(scale.show(comparison.candidate().get(i))),
              Block.Datum.of(change.one(changes[i]))));
    }
    return new Block.Table(
        label + " by block",
        Block.Column.of(
            Block.Column.number("Block"),
            Block.Column.number(comparison.contrast().baseline().value()),
            Block.Column.number(comparison.contrast().candidate().value()),
            Block.Column.number("Change")),
        rows);
  }
}
