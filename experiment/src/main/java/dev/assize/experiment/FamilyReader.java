package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads {@code families}, or makes the one that a spec without them has. */
final class FamilyReader {
  private static final Pattern CONTRAST = Pattern.compile("(\\S+) +vs +(\\S+)");

  private final Values values;
  private final List<Arm> arms;
  private final List<Metric> metrics;
  private final List<Cell> cells;

  FamilyReader(Values values, List<Arm> arms, List<Metric> metrics, List<Cell> cells) {
    this.values = values;
    this.arms = arms;
    this.metrics = metrics;
    this.cells = cells;
  }

  /**
   * Every primary metric, every candidate against the baseline, every cell. Without candidates (an
   * A/A experiment) the twins take their place.
   */
  List<Family> defaults() {
    Optional<Arm> baseline = arms.stream().filter(a -> a.role() == Arm.Role.BASELINE).findFirst();
    List<MetricName> primary = metrics.stream().filter(Metric::primary).map(Metric::name).toList();
    List<ArmName> others = of(Arm.Role.CANDIDATE);
    if (others.isEmpty()) {
      others = of(Arm.Role.TWIN);
    }
    if (baseline.isEmpty() || primary.isEmpty() || others.isEmpty()) {
      return List.of();
    }
    List<Contrast> contrasts =
        others.stream().map(a -> new Contrast(a, baseline.get().name())).toList();
    return List.of(new Family("main", primary, contrasts, cells));
  }

  private List<ArmName> of(Arm.Role role) {
    return arms.stream().filter(a -> a.role() == role).map(Arm::name).toList();
  }

  List<Family> read(Node node) {
    List<Family> families = new ArrayList<>();
    for (Node.Field field :
        values.named(node, "families", "families: { main: { metrics: [wall] } }")) {
      String where = "families." + field.key();
      values.name(field.at(), field.key(), where, f -> Names.checked("family", f));
      values
          .table(field.value(), where, Keys.FAMILY)
          .ifPresent(fields -> families.add(family(field.key(), fields)));
    }
    for (Metric metric : metrics) {
      if (metric.primary()
          && families.stream().noneMatch(f -> f.metrics().contains(metric.name()))) {
        values.reject(
            node,
            "families",
            "every primary metric in a family",
            "add '" + metric.name() + "' to one, or remove its 'primary: true'");
      }
    }
    return families;
  }

  private Family family(String name, Fields fields) {
    Optional<Family> otherwise = defaults().stream().findFirst();
    List<MetricName> named =
        fields
            .value("metrics")
            .map(n -> metrics(n, fields.path("metrics")))
            .orElseGet(() -> otherwise.map(Family::metrics).orElse(List.of()));
    List<Contrast> contrasts =
        fields
            .value("contrasts")
            .map(n -> contrasts(n, fields.path("contrasts")))
            .orElseGet(() -> otherwise.map(Family::contrasts).orElse(List.of()));
    List<Cell> chosen =
        fields.value("cells").map(n -> cells(n, fields.path("cells"))).orElse(cells);
    return new Family(name, named, contrasts, chosen);
  }

  private List<MetricName> metrics(Node node, String where) {
    List<MetricName> named = new ArrayList<>();
    List<String> primary =
        metrics.stream().filter(Metric::primary).map(m -> m.name().value()).toList();
    for (Node item : values.items(node, where, "metrics: [wall]")) {
      Optional<String> text = values.text(item, where);
      if (text.isPresent() && !primary.contains(text.get())) {
        values.reject(
            item,
            where,
            "primary metrics: " + Values.list(primary),
            "name one of them, or declare it under 'metrics' with 'primary: true'");
      } else if (text.isPresent() && named.contains(new MetricName(text.get()))) {
        values.reject(item, where, "each metric once", "remove it");
      } else {
        text.ifPresent(t -> named.add(new MetricName(t)));
      }
    }
    return named;
  }

  private List<Contrast> contrasts(Node node, String where) {
    List<Contrast> contrasts = new ArrayList<>();
    for (Node item : values.items(node, where, "contrasts: [ new vs old ]")) {
      Optional<String> text = values.text(item, where);
      if (text.isEmpty()) {
        continue;
      }
      Matcher matcher = CONTRAST.matcher(text.get());
      if (!matcher.matches()) {
        values.reject(item, where, "CANDIDATE vs BASELINE", "write two arms' names with 'vs'");
        continue;
      }
      Optional<ArmName> candidate = arm(item, where, matcher.group(1));
      Optional<ArmName> baseline = arm(item, where, matcher.group(2));
      if (candidate.isEmpty() || baseline.isEmpty()) {
        continue;
      }
      Contrast contrast = new Contrast(candidate.get(), baseline.get());
      if (candidate.equals(baseline)) {
        values.reject(item, where, "two different arms", "change one");
      } else if (contrasts.contains(contrast)) {
        values.reject(item, where, "each contrast once", "remove it");
      } else {
        contrasts.add(contrast);
      }
    }
    return contrasts;
  }

  private Optional<ArmName> arm(Node item, String where, String name) {
    List<String> names = arms.stream().map(a -> a.name().value()).toList();
    if (!names.contains(name)) {
      values
          .problems()
          .add(
              item.at(),
              where,
              "arms " + Values.list(names),
              "'" + name + "'",
              Nearest.of(name, names)
                  .map(n -> "did you mean '" + n + "'?")
                  .orElse("name arms of this spec"));
      return Optional.empty();
    }
    return Optional.of(new ArmName(name));
  }

  /** As {@link CellPatterns} has it, whole cells only. */
  private List<Cell> cells(Node node, String where) {
    List<Cell> chosen = new ArrayList<>();
    List<Node> items = values.items(node, where, "cells: [ 'grep*/default' ]");
    boolean first = true;
    for (Node item : items) {
      Optional<String> text = values.text(item, where);
      if (text.isEmpty()) {
        continue;
      }
      boolean out = text.get().startsWith("!");
      String pattern = out ? text.get().substring(1) : text.get();
      List<Cell> matching = cells.stream().filter(c -> CellPatterns.matches(pattern, c)).toList();
      if (matching.isEmpty()) {
        values.reject(
            item,
            where,
            "a pattern that matches a cell: "
                + cells.stream().map(Cell::toString).limit(20).collect(Collectors.joining(", ")),
            "'*' stands for any text");
      }
      if (out) {
        if (first) {
          chosen.addAll(cells);
        }
        chosen.removeAll(matching);
      } else {
        matching.stream().filter(c -> !chosen.contains(c)).forEach(chosen::add);
      }
      first = false;
    }
    if (chosen.isEmpty() && !values.problems().any()) {
      values.reject(node, where, "at least one cell after exclusions", "exclude less");
    }
    return cells.stream().filter(chosen::contains).toList();
  }
}
