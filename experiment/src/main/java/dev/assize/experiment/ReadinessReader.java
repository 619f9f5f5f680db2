package dev.assize.experiment;

import java.util.Optional;

/** Reads {@code ready} of a command or server: one rule. */
final class ReadinessReader {
  private final Values values;

  ReadinessReader(Values values) {
    this.values = values;
  }

  Optional<Readiness> read(Node node, String where) {
    Optional<Fields> fields = values.table(node, where, Keys.READY);
    if (fields.isEmpty()) {
      return Optional.empty();
    }
    if (!(node instanceof Node.Table table) || table.fields().size() != 1) {
      values.reject(node, where, "one of stdout, file, port", "keep one");
      return Optional.empty();
    }
    Node value = table.fields().getFirst().value();
    return switch (table.fields().getFirst().key()) {
      case "stdout" ->
          values
              .text(value, where)
              .filter(t -> ScenarioReader.regex(value, where, t, values))
              .map(Readiness.StdoutLine::new);
      case "file" -> readyFile(value, where);
      case "port" -> {
        var port = values.integer(value, where + ".port", 1, 65_535);
        yield port.isPresent()
            ? Optional.of(new Readiness.Port((int) port.getAsLong()))
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private Optional<Readiness> readyFile(Node value, String where) {
    Optional<String> file = values.text(value, where + ".file");
    if (file.isPresent() && !WorkspacePaths.usable(file.get())) {
      values.reject(
          value, where + ".file", "a path inside the workspace, without '..'", "change it");
    }
    return file.map(Readiness.FileExists::new);
  }
}
