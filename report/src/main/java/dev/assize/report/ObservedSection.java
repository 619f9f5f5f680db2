package dev.assize.report;

import dev.assize.judge.Verdict;
import dev.assize.judge.Verdict.ProcessorFound;
import dev.assize.judge.Verdict.WindowFound;
import dev.assize.judge.WindowStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was observed while trials ran, and which windows say nothing. */
final class ObservedSection {
  private final Verdict verdict;
  private final Labels labels;

  ObservedSection(Material material, Labels labels) {
    this.verdict = material.verdict();
    this.labels = labels;
  }

  /** None when nothing was observed. */
  List<Section> sections() {
    if (verdict.windows().isEmpty() && verdict.processors().isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            "Each value comes from the windows of its own trial, from the start of an operation and"
                + " its warm-up to its end, and from no other cell's."));
    blocks.addAll(processors());
    blocks.addAll(windows());
    return List.of(Section.of("observed", "Observations", blocks));
  }

  private List<Block> processors() {
    if (verdict.processors().isEmpty()) {
      return List.of();
    }
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (ProcessorFound found : verdict.processors()) {
      rows.add(
          List.of(
              Block.Datum.of(
                  found.arm() + (labels.oneCell() ? "" : " · " + labels.cell(found.cell()))),
              Block.Datum.of(found.trials()),
              Block.Datum.of(percent(found.busy())),
              Block.Datum.of(percent(found.iowait())),
              Block.Datum.of(cpus(found.server())),
              Block.Datum.of(cpus(found.command())),
              Block.Datum.of(Words.joined(found.why()))));
    }
    return List.of(
        new Block.Table(
            "Processors in the windows, medians over trials. Busy has no iowait in it: a CPU that"
                + " waits for I/O has nothing to do. Host as a share of all CPUs; server and command"
                + " in CPU seconds a second",
            Block.Column.of(
                Block.Column.text("Arm"),
                Block.Column.number("Trials"),
                Block.Column.number("Host busy"),
                Block.Column.number("Host iowait"),
                Block.Column.number("Server"),
                Block.Column.number("Command"),
                Block.Column.text("Not known because")),
            rows));
  }

  private List<Block> windows() {
    Map<WindowStatus, Integer> counts = new TreeMap<>();
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (WindowFound window : verdict.windows()) {
      counts.merge(window.status(), window.count(), Integer::sum);
      if (window.status() != WindowStatus.OK) {
        rows.add(
            List.of(
                Block.Datum.of(
                    window.arm() + (labels.oneCell() ? "" : " · " + labels.cell(window.cell()))),
                Block.Datum.of(window.operation().isEmpty() ? "whole trial" : window.operation()),
                Block.Datum.of(window.source()),
                Block.Datum.of(window.status().key(), Tone.WARN),
                Block.Datum.of(window.count()),
                Block.Datum.of(Words.joined(window.example()))));
      }
    }
    List<String> parts = new ArrayList<>();
    counts.forEach((status, n) -> parts.add(n + " " + status.key()));
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            "Windows by status, one for each source, trial and operation: "
                + (parts.isEmpty() ? "none" : String.join(", ", parts))
                + "."));
    if (!rows.isEmpty()) {
      blocks.add(
          new Block.Table(
              "Windows that say nothing, with the first reason of each kind; they are no zeros",
              Block.Column.of(
                  Block.Column.text("Arm"),
                  Block.Column.text("Operation"),
                  Block.Column.text("Source"),
                  Block.Column.text("Status"),
                  Block.Column.number("Windows"),
                  Block.Column.text("Why")),
              rows));
    }
    return blocks;
  }

  private static String percent(double fraction) {
    return Double.isNaN(fraction) ? "none" : Numbers.fixed(fraction * 100, 1) + Numbers.NBSP + "%";
  }

  private static String cpus(double seconds) {
    return Double.isNaN(seconds) ? "none" : Numbers.significant(seconds);
  }
}
