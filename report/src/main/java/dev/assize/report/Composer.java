package dev.assize.report;

import dev.assize.experiment.Arm;
import dev.assize.experiment.Check;
import dev.assize.experiment.Scenario;
import dev.assize.judge.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Lays a verdict and its evidence out as a document, in the order in which people ask. */
final class Composer {
  private final Material material;
  private final Verdict verdict;

  private Composer(Material material) {
    this.material = material;
    this.verdict = material.verdict();
  }

  static Document compose(Material material) {
    return new Composer(material).document();
  }

  private Document document() {
    History history = History.of(material.entries());
    Labels labels = new Labels(material.experiment(), verdict.comparisons());
    List<Section> sections = new ArrayList<>();
    sections.addAll(new EffectSections(material, labels).sections());
    sections.addAll(new SampleSections(material, labels, history).sections());
    sections.addAll(new ConductSections(material, labels, history).sections());
    return new Document(
        material.experiment().name(),
        material.runId(),
        material.experiment().question(),
        verdict.outcome(),
        verdict.drift(),
        verdict.sentence(),
        warnings(),
        remarks(),
        sections);
  }

  private List<Document.Notice> warnings() {
    List<Document.Notice> warnings = new ArrayList<>();
    for (Scenario scenario : material.experiment().scenarios()) {
      for (Check check : scenario.checks()) {
        if (check instanceof Check.None(String reason)) {
          warnings.add(
              new Document.Notice(
                  "UNCHECKED WORK",
                  "in "
                      + scenario.name()
                      + " nothing was checked but the exit status, so the arms may have done"
                      + " different work. The spec's reason: "
                      + reason));
        }
      }
    }
    if (!verdict.complete()) {
      Verdict.Counts counts = verdict.counts();
      warnings.add(
          new Document.Notice(
              "INCOMPLETE RUN",
              "%d of %d planned trials are missing. 'assize resume %s' goes on with the same plan."
                  .formatted(counts.missing(), counts.planned(), ConductSections.run(material))));
    }
    return warnings;
  }

  private List<Document.Notice> remarks() {
    List<Document.Notice> remarks = new ArrayList<>();
    if (verdict.drift()) {
      remarks.add(
          new Document.Notice(
              "DRIFT",
              "values moved over the run, in every arm. Arms are compared inside blocks run close"
                  + " together, so this widens the interval more than it biases it; see the values"
                  + " in run order."));
    }
    if (material.experiment().design().descriptive()) {
      remarks.add(
          new Document.Notice(
              "DESCRIPTION ONLY",
              "the design is too small to decide and says so (descriptive: true)."));
    }
    Set<String> loader = new TreeSet<>();
    for (Arm arm : material.experiment().arms()) {
      arm.environment().keySet().stream()
          .filter(name -> name.startsWith("LD_"))
          .forEach(name -> loader.add(name + " in " + arm.name()));
    }
    if (material.experiment().allowLoaderEnvironment() && !loader.isEmpty()) {
      remarks.add(
          new Document.Notice(
              "LOADER VARIABLES",
              "the spec allows arms to change how programs are loaded: "
                  + String.join(", ", loader)
                  + "."));
    }
    return remarks;
  }
}
