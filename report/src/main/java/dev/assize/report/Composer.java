package dev.assize.report;

import dev.assize.experiment.Check;
import dev.assize.experiment.Scenario;
import dev.assize.judge.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
    History history = History.of(material.entries(), verdict);
    Labels labels = new Labels(material.experiment(), verdict.comparisons());
    List<Section> sections = new ArrayList<>();
    sections.addAll(new EffectSections(material, labels).sections());
    sections.addAll(new OpenSections(material.verdict()).sections());
    sections.add(new PairSection(labels, verdict.comparisons()).section());
    sections.addAll(new SampleSections(material, labels, history).sections());
    sections.addAll(new ObservedSection(material, labels).sections());
    sections.addAll(new ConductSections(material, labels, history).sections());
    return new Document(
        material.experiment().name(),
        material.runId(),
        material.experiment().question(),
        headline(),
        Words.brief(verdict.sentence()),
        warnings(),
        remarks(),
        sections);
  }

  private Document.Headline headline() {
    return verdict.descriptive()
        ? new Document.Headline(
            "DESCRIPTION ONLY",
            "i",
            Tone.OPEN,
            "The spec asked for a description and for no verdict; nothing was decided.",
            verdict.drift())
        : new Document.Headline(
            Labels.word(verdict.outcome()),
            Labels.symbol(verdict.outcome()),
            Labels.tone(verdict.outcome()),
            Labels.meaning(verdict.outcome()),
            verdict.drift());
  }

  /** Stated from the spec and the counts, so that no wording of a flag can lose them. */
  private List<Document.Notice> warnings() {
    List<Document.Notice> warnings = new ArrayList<>();
    for (Scenario scenario : material.experiment().scenarios()) {
      for (Check check : scenario.checks()) {
        if (check instanceof Check.None(String reason)) {
          warnings.add(
              new Document.Notice(
                  "UNCHECKED WORK",
                  List.of(
                      "in "
                          + scenario.name()
                          + " nothing was checked but the exit status, so the arms may have done"
                          + " different work. The spec's reason: "
                          + reason)));
        }
      }
    }
    if (!verdict.complete()) {
      Verdict.Counts counts = verdict.counts();
      warnings.add(
          new Document.Notice(
              "INCOMPLETE RUN",
              List.of(
                  ("%d of %d planned trials are missing; only complete blocks are judged. A run that"
                          + " is stopped when its numbers look right is biased. 'assize resume %s'"
                          + " goes on with the same plan.")
                      .formatted(
                          counts.missing(), counts.planned(), ConductSections.run(material)))));
    }
    return warnings;
  }

  /** The judge's flags, without those that {@link #warnings} has said already. */
  private List<Document.Notice> remarks() {
    Map<String, List<String>> remarks = new LinkedHashMap<>();
    for (String flag : verdict.flags()) {
      if (!flag.startsWith("unchecked work") && !flag.startsWith("incomplete:")) {
        int colon = flag.indexOf(": ");
        boolean titled = colon > 0 && colon <= 30;
        remarks
            .computeIfAbsent(
                titled ? flag.substring(0, colon).toUpperCase(Locale.ROOT) : "NOTE",
                _ -> new ArrayList<>())
            .add(Words.brief(titled ? flag.substring(colon + 2) : flag));
      }
    }
    return remarks.entrySet().stream()
        .map(remark -> new Document.Notice(remark.getKey(), remark.getValue()))
        .toList();
  }
}
