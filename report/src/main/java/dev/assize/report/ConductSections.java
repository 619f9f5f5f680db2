package dev.assize.report;

import dev.assize.experiment.Arm;
import dev.assize.experiment.Check;
import dev.assize.experiment.Command;
import dev.assize.experiment.Overrides;
import dev.assize.experiment.Scenario;
import dev.assize.judge.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How the run was conducted: what failed, what ran, surroundings, deviations, limits, repeat. */
final class ConductSections {
  /** Longer lists of what is void are folded behind their counts. */
  private static final int MOST_UNFOLDED = 20;

  private final Material material;
  private final Labels labels;
  private final History history;
  private final Verdict verdict;

  ConductSections(Material material, Labels labels, History history) {
    this.material = material;
    this.labels = labels;
    this.history = history;
    this.verdict = material.verdict();
  }

  List<Section> sections() {
    return List.of(
        voids(),
        ran(),
        new IsolationSection(material.experiment().isolation(), history).section(),
        HostSection.of(material.host()),
        deviations(),
        limits(),
        reproduce());
  }

  private Section voids() {
    List<Block> blocks = new ArrayList<>();
    Verdict.Counts counts = verdict.counts();
    blocks.add(
        new Block.Paragraph(
            "Planned trials: %d. Attempts: %d, of which %d retries. Valid: %d. Void: %d. Missing: %d."
                .formatted(
                    counts.planned(),
                    counts.attempts(),
                    counts.retries(),
                    counts.valid(),
                    counts.voided(),
                    counts.missing())));
    blocks.addAll(new SupportTables(material, labels).tallies());
    blocks.addAll(voided());
    blocks.addAll(failedAttempts());
    blocks.addAll(notes());
    return Section.of("voids", "Void trials and retries", blocks);
  }

  private List<Block> voided() {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Verdict.Voided voided : verdict.voids()) {
      rows.add(
          List.of(
              Block.Datum.of(voided.what()),
              Block.Datum.of(voided.gate()),
              Block.Datum.of(Words.joined(voided.why()))));
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    Block.Table table =
        new Block.Table(
            "What does not count, and why. All of it stays in the evidence",
            Block.Column.of(
                Block.Column.text("What"), Block.Column.text("Gate"), Block.Column.text("Why")),
            rows);
    if (rows.size() <= MOST_UNFOLDED) {
      return List.of(table);
    }
    Map<String, Integer> byGate = new TreeMap<>();
    verdict.voids().forEach(voided -> byGate.merge(voided.gate(), 1, Integer::sum));
    List<String> items = new ArrayList<>();
    byGate.forEach((gate, count) -> items.add(gate + ": " + count));
    return List.of(
        new Block.Paragraph(rows.size() + " findings make something void, by gate:"),
        new Block.Bullets(items),
        new Block.Details("All " + rows.size() + " findings", List.of(table)));
  }

  /** Attempts that the journal calls failed and the judge does not list. */
  private List<Block> failedAttempts() {
    Set<String> listed = History.voided(verdict);
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Trial trial : history.trials()) {
      if (trial.state() != Trial.State.VOID
          || listed.contains(trial.record().attempt().toString())) {
        continue;
      }
      rows.add(
          List.of(
              Block.Datum.of(trial.record().attempt().toString()),
              Block.Datum.of(
                  trial.record().arm()
                      + (labels.oneCell() ? "" : " · " + labels.cell(trial.record().cell()))),
              Block.Datum.of(
                  trial.record().block() + (trial.record().measured() ? "" : " (warm-up)")),
              Block.Datum.of(String.join("; ", trial.troubles()))));
    }
    List<Block> blocks = new ArrayList<>();
    if (rows.isEmpty() && listed.isEmpty() && verdict.voids().isEmpty()) {
      blocks.add(new Block.Paragraph("Every attempt that ended is valid."));
    }
    if (!rows.isEmpty()) {
      blocks.add(
          new Block.Table(
              "Attempts that failed; they stay in the evidence",
              Block.Column.of(
                  Block.Column.text("Attempt"),
                  Block.Column.text("Arm"),
                  Block.Column.text("Block"),
                  Block.Column.text("Why")),
              rows));
    }
    if (!history.inFlight().isEmpty()) {
      blocks.add(
          new Block.Paragraph(
              "Begun and never ended, because the lab itself was ended: attempts "
                  + String.join(", ", history.inFlight().stream().map(Object::toString).toList())
                  + "."));
    }
    return blocks;
  }

  private List<Block> notes() {
    List<String> notes = Notes.of(history.trials());
    if (notes.size() <= MOST_UNFOLDED) {
      return notes.isEmpty() ? List.of() : List.of(new Block.Bullets(notes));
    }
    return List.of(
        new Block.Bullets(notes.subList(0, MOST_UNFOLDED)),
        new Block.Details(
            "The other " + EffectSections.count(notes.size() - MOST_UNFOLDED, "note"),
            List.of(new Block.Bullets(notes.subList(MOST_UNFOLDED, notes.size())))));
  }

  private Section ran() {
    List<Block> blocks = new ArrayList<>();
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (Arm arm : material.experiment().arms()) {
      rows.add(
          List.of(
              Block.Datum.of(arm.name().value()),
              Block.Datum.of(role(arm)),
              Block.Datum.code(String.join("; ", differences(arm)))));
    }
    blocks.add(
        new Block.Table(
            "Arms",
            Block.Column.of(
                Block.Column.text("Arm"),
                Block.Column.text("Role"),
                Block.Column.text("What differs")),
            rows));
    for (Scenario scenario : material.experiment().scenarios()) {
      blocks.add(new Block.Paragraph("Command of " + scenario.name() + ":"));
      blocks.add(new Block.Code(Words.command(scenario.command())));
      if (!scenario.parameters().isEmpty()) {
        List<String> parameters = new ArrayList<>();
        new TreeMap<>(scenario.parameters())
            .forEach((name, value) -> parameters.add(name + " = " + value));
        blocks.add(new Block.Paragraph("Parameters: " + String.join(", ", parameters)));
      }
      blocks.add(
          new Block.Bullets(
              scenario.checks().stream()
                  .map((Check check) -> "Checked: " + Words.check(check))
                  .toList()));
    }
    return Section.of("ran", "What ran", blocks);
  }

  private static String role(Arm arm) {
    return switch (arm.role()) {
      case BASELINE -> "baseline";
      case CANDIDATE -> "candidate";
      case TWIN -> "twin" + arm.twinOf().map(of -> " of " + of).orElse("");
      case CONTROL -> "control";
    };
  }

  private static List<String> differences(Arm arm) {
    List<String> differences = new ArrayList<>();
    new TreeMap<>(arm.environment())
        .forEach((name, value) -> differences.add(name + "=" + Words.quoted(value)));
    if (!arm.arguments().isEmpty()) {
      differences.add("appends " + Words.command(new Command.Argv(arm.arguments())));
    }
    new TreeMap<>(arm.files()).forEach((to, from) -> differences.add(to + " from " + from));
    arm.command().ifPresent(command -> differences.add("runs " + Words.command(command)));
    return differences.isEmpty() ? List.of("nothing") : differences;
  }

  private Section deviations() {
    List<String> items = verdict.deviations().stream().map(Words::joined).toList();
    return Section.of(
        "deviations",
        "Deviations from the sealed plan",
        List.of(
            items.isEmpty()
                ? new Block.Paragraph("None: every trial ran as sealed.")
                : new Block.Bullets(items)));
  }

  private Section limits() {
    return Section.leading(
        "limits",
        "Limits",
        List.of(
            verdict.limits().isEmpty()
                ? new Block.Paragraph("None stated.")
                : new Block.Bullets(verdict.limits().stream().map(Words::joined).toList())));
  }

  private Section reproduce() {
    return Section.of(
        "reproduce",
        "Reproduce",
        List.of(
            new Block.Paragraph("The same trials in the same order, measured again:"),
            new Block.Code(
                "assize run --seed "
                    + material.seal().seed()
                    + overrides(material.seal().overrides())
                    + " \\\n  --directory "
                    + Words.quoted(material.seal().directory())
                    + " \\\n  "
                    + run(material)
                    + "/experiment.yaml"),
            new Block.Paragraph("The same verdict from the evidence that was kept:"),
            new Block.Code("assize verify " + run(material) + "\nassize judge " + run(material)),
            new Block.Table(
                "The seal",
                Block.Column.of(Block.Column.text("Sealed"), Block.Column.text("Value")),
                List.of(
                    List.of(Block.Datum.of("At"), Block.Datum.of(material.seal().at().toString())),
                    List.of(Block.Datum.of("By"), Block.Datum.of(material.seal().tool())),
                    List.of(
                        Block.Datum.of("Seed"),
                        Block.Datum.of(Long.toString(material.seal().seed()))),
                    List.of(
                        Block.Datum.of("Spec SHA-256"), Block.Datum.code(material.seal().spec())),
                    List.of(
                        Block.Datum.of("Plan SHA-256"),
                        Block.Datum.code(material.seal().plan()))))));
  }

  private static String overrides(Overrides overrides) {
    StringBuilder options = new StringBuilder();
    overrides.profile().ifPresent(p -> options.append(" --profile ").append(Words.quoted(p)));
    overrides.cells().ifPresent(c -> options.append(" --cells ").append(Words.quoted(c)));
    overrides.armEnvironment().forEach(e -> options.append(" --arm-env ").append(Words.quoted(e)));
    return options.toString();
  }

  /** The run directory as the tool lays it out, wherever it is now: reports stay the same. */
  static String run(Material material) {
    return "runs/" + material.experiment().name() + "/" + material.runId();
  }
}
