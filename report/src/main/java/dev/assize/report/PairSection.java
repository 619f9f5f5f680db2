package dev.assize.report;

import dev.assize.judge.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** The change of each block, of every comparison. */
final class PairSection {
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
    for (int i = 0; i < all.size(); i++) {
      Comparison comparison = all.get(i);
      if (comparison.blocks().isEmpty()) {
        continue;
      }
      Change change = Change.of(comparison);
      List<Double> shown =
          DoubleStream.of(change.paired()).map(change::shown).boxed().toList();
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
                  comparison.randomisation().map(interval -> EffectSections.span(change, interval))));
      Block table = pairTable(label, comparison, change);
      if (comparison.primary()) {
        blocks.add(figure);
        blocks.add(new Block.Details(label + ": values by block", List.of(table)));
      } else {
        blocks.add(
            new Block.Details(label + " (exploratory): change by block", List.of(figure, table)));
      }
    }
    return new Section("pairs", "Paired differences", blocks);
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
