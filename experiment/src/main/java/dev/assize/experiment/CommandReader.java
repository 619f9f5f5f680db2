package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads commands: argument lists, or strings where {@code shell: true} allows them. */
final class CommandReader {
  private final Values values;

  CommandReader(Values values) {
    this.values = values;
  }

  Optional<Command> one(Node node, String where, boolean shell, Set<String> placeholders) {
    if (node instanceof Node.Scalar scalar) {
      return string(scalar, where, shell, placeholders);
    }
    return argv(node, where, placeholders);
  }

  /** One command or a list of them. In a shell, a list of strings is a list of commands. */
  List<Command> several(Node node, String where, boolean shell, Set<String> placeholders) {
    List<Command> commands = new ArrayList<>();
    if (node instanceof Node.Items(Position _, List<Node> items)) {
      boolean lists = items.stream().anyMatch(i -> !(i instanceof Node.Scalar));
      if (items.isEmpty()) {
        return commands;
      }
      if (lists || shell) {
        items.forEach(i -> one(i, where, shell, placeholders).ifPresent(commands::add));
        return commands;
      }
    }
    one(node, where, shell, placeholders).ifPresent(commands::add);
    return commands;
  }

  private Optional<Command> string(
      Node.Scalar scalar, String where, boolean shell, Set<String> placeholders) {
    if (!shell) {
      values.reject(
          scalar,
          where,
          "a list of arguments such as [grep, -c, foo, text]",
          "write the list, or add 'shell: true' beside it to have /bin/sh run the string");
      return Optional.empty();
    }
    Optional<String> text = values.text(scalar, where);
    if (text.isPresent() && text.get().isBlank()) {
      values.reject(scalar, where, "a shell command", "write one, or remove the key");
      return Optional.empty();
    }
    // A shell has variables of its own, so only our names in the wrong place are mistakes.
    text.ifPresent(
        t -> {
          for (String name : Placeholders.names(t)) {
            if (Placeholders.RUN_TIME.contains(name) && !placeholders.contains(name)) {
              unknown(scalar, where, name, placeholders);
            }
          }
        });
    return text.map(Command.Shell::new);
  }

  private Optional<Command> argv(Node node, String where, Set<String> placeholders) {
    List<Node> items = values.items(node, where, "[grep, -c, foo, text]");
    List<String> arguments = new ArrayList<>();
    for (Node item : items) {
      Optional<String> text = values.text(item, where);
      text.ifPresent(arguments::add);
      text.ifPresent(t -> checkPlaceholders(item, where, t, placeholders));
    }
    if (arguments.isEmpty() || arguments.size() < items.size()) {
      return Optional.empty();
    }
    if (arguments.getFirst().isEmpty()) {
      values.reject(items.getFirst(), where, "a program's name", "write it first in the list");
      return Optional.empty();
    }
    return Optional.of(new Command.Argv(arguments));
  }

  /** Reports names that nothing will fill in. */
  void checkPlaceholders(Node node, String where, String text, Set<String> known) {
    for (String name : Placeholders.names(text)) {
      if (!known.contains(name)) {
        unknown(node, where, name, known);
      }
    }
  }

  private void unknown(Node node, String where, String name, Set<String> known) {
    List<String> sorted = known.stream().sorted().toList();
    values
        .problems()
        .add(
            node.at(),
            where,
            "one of the placeholders " + Values.list(sorted) + " here",
            "${" + name + "}",
            Nearest.of(name, sorted)
                .map(n -> "did you mean ${" + n + "}?")
                .orElse("add a parameter of that name, or write $${" + name + "} for the text"));
  }
}
