package dev.assize.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Changes the tree of a spec before it is read: profile, values, variables of arms. */
final class Overlay {
  private final Values values;

  Overlay(Values values) {
    this.values = values;
  }

  /** Mappings are merged key by key; anything else replaces what was there. */
  static Node merged(Node base, Node over) {
    if (!(base instanceof Node.Table below) || !(over instanceof Node.Table above)) {
      return over;
    }
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    below.fields().forEach(f -> fields.put(f.key(), f));
    for (Node.Field field : above.fields()) {
      Node.Field earlier = fields.get(field.key());
      fields.put(
          field.key(),
          earlier == null
              ? field
              : new Node.Field(field.at(), field.key(), merged(earlier.value(), field.value())));
    }
    return new Node.Table(below.at(), List.copyOf(fields.values()));
  }

  /** The spec with a profile's keys over it; the profile's {@code cells} are not among them. */
  static Node.Table with(Node.Table root, Node.Table profile) {
    Node.Table changes = without(profile, "cells");
    return merged(root, changes) instanceof Node.Table table ? table : root;
  }

  private static Node.Table without(Node.Table table, String key) {
    return new Node.Table(
        table.at(), table.fields().stream().filter(f -> !f.key().equals(key)).toList());
  }

  /** Fills the spec's {@code values} into every string of the rest. */
  Node.Table filled(Node.Table root) {
    Optional<Node.Field> field = root.field("values");
    if (field.isEmpty()) {
      return root;
    }
    Map<String, String> known = new HashMap<>();
    for (Node.Field value :
        values.named(field.get().value(), "values", "values: { seconds: 20 }")) {
      String where = "values." + value.key();
      Parameters.checkName(value, where, values.problems());
      values.text(value.value(), where).ifPresent(t -> known.put(value.key(), t));
    }
    refuseParameters(root, known.keySet());
    List<Node.Field> fields = new ArrayList<>();
    for (Node.Field other : root.fields()) {
      boolean own = other.key().equals("values") || other.key().equals("profiles");
      fields.add(
          own
              ? other
              : new Node.Field(
                  other.at(), other.key(), Parameters.substituted(other.value(), known)));
    }
    return new Node.Table(root.at(), List.copyOf(fields));
  }

  private void refuseParameters(Node.Table root, Set<String> known) {
    if (root.field("scenarios").map(Node.Field::value).orElse(root)
        instanceof Node.Table scenarios) {
      for (Node.Field scenario : scenarios.fields()) {
        if (scenario.value() instanceof Node.Table table
            && table.field("parameters").map(Node.Field::value).orElse(table)
                instanceof Node.Table parameters) {
          for (Node.Field parameter : parameters.fields()) {
            if (known.contains(parameter.key()) && table.field("parameters").isPresent()) {
              values
                  .problems()
                  .add(
                      parameter.at(),
                      "scenarios." + scenario.key() + ".parameters",
                      "names that 'values' does not have",
                      "'" + parameter.key() + "'",
                      "rename one");
            }
          }
        }
      }
    }
  }

  /** Sets variables of arms. A twin repeats its arm, so nothing is set there. */
  Node.Table withVariables(Node.Table root, List<ArmEnvironment> variables) {
    Optional<Node.Field> field = root.field("arms");
    if (variables.isEmpty()
        || field.isEmpty()
        || !(field.get().value() instanceof Node.Table arms)) {
      return root;
    }
    List<String> names = arms.fields().stream().map(Node.Field::key).toList();
    for (ArmEnvironment variable : variables) {
      variable.arm().filter(a -> !names.contains(a)).ifPresent(a -> unknown(a, names));
    }
    List<Node.Field> changed = new ArrayList<>();
    for (Node.Field arm : arms.fields()) {
      Node value = arm.value();
      boolean twin = value instanceof Node.Table table && table.field("twin").isPresent();
      for (ArmEnvironment variable : variables) {
        boolean meant = variable.arm().map(a -> a.equals(arm.key())).orElse(!twin);
        if (meant && twin) {
          throw new IllegalArgumentException(
              "--arm-env: expected an arm that is no twin, found '"
                  + arm.key()
                  + "'; set it for the arm that it repeats");
        }
        if (meant) {
          value = merged(value, environment(variable));
        }
      }
      changed.add(new Node.Field(arm.at(), arm.key(), value));
    }
    Node.Field over =
        new Node.Field(field.get().at(), "arms", new Node.Table(arms.at(), List.copyOf(changed)));
    List<Node.Field> fields =
        root.fields().stream().map(f -> f.key().equals("arms") ? over : f).toList();
    return new Node.Table(root.at(), fields);
  }

  private static void unknown(String arm, List<String> names) {
    throw new IllegalArgumentException(
        "--arm-env: expected one of the arms "
            + Values.list(names)
            + ", found '"
            + arm
            + "'"
            + Nearest.of(arm, names).map(n -> "; did you mean '" + n + "'?").orElse(""));
  }

  private static Node environment(ArmEnvironment variable) {
    Position at = Position.START;
    Node value = new Node.Scalar(at, variable.value(), Node.Kind.TEXT);
    Node table = new Node.Table(at, List.of(new Node.Field(at, variable.name(), value)));
    return new Node.Table(at, List.of(new Node.Field(at, "env", table)));
  }
}
