package dev.assize.judge;

import dev.assize.experiment.Arm;
import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Experiment;
import dev.assize.experiment.Family;
import dev.assize.experiment.Metric;
import dev.assize.experiment.MetricName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a comparison is about. Exploratory ones have no family. */
record Subject(Cell cell, Contrast contrast, Metric metric, Optional<String> family) {
  private record Key(Cell cell, Contrast contrast, MetricName metric) {}

  private Key key() {
    return new Key(cell, contrast, metric.name());
  }

  /**
   * Every comparison: those of the families, then the rest, each in the order of the spec. Cells of
   * control scenarios are in no family: they decide nothing.
   */
  static List<Subject> of(Experiment experiment) {
    List<Subject> subjects = new ArrayList<>();
    Set<Key> taken = new LinkedHashSet<>();
    for (Family family : experiment.families()) {
      for (MetricName name : family.metrics()) {
        Metric metric = experiment.metric(name);
        for (Contrast contrast : family.contrasts()) {
          for (Cell cell : family.cells()) {
            if (metric.appliesTo(experiment.scenario(cell.scenario()))
                && !experiment.scenario(cell.scenario()).control()) {
              Subject subject = new Subject(cell, contrast, metric, Optional.of(family.name()));
              subjects.add(subject);
              taken.add(subject.key());
            }
          }
        }
      }
    }
    for (Metric metric : experiment.metrics()) {
      for (Contrast contrast : contrasts(experiment)) {
        for (Cell cell : experiment.cells()) {
          Subject subject = new Subject(cell, contrast, metric, Optional.empty());
          if (metric.appliesTo(experiment.scenario(cell.scenario())) && taken.add(subject.key())) {
            subjects.add(subject);
          }
        }
      }
    }
    return subjects;
  }

  /** Those of the families, then every other arm against the arm it repeats or the baseline. */
  private static List<Contrast> contrasts(Experiment experiment) {
    Set<Contrast> contrasts = new LinkedHashSet<>();
    experiment.families().forEach(f -> contrasts.addAll(f.contrasts()));
    ArmName baseline = experiment.baseline().name();
    for (Arm arm : experiment.arms()) {
      if (arm.role() != Arm.Role.BASELINE) {
        contrasts.add(new Contrast(arm.name(), arm.twinOf().orElse(baseline)));
      }
    }
    return List.copyOf(contrasts);
  }
}
