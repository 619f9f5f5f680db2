package dev.assize.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** host.json as a table, whatever it holds: one row a fact, named by its path. */
final class HostSection {
  private HostSection() {}

  static Section of(String hostJson) {
    List<List<Block.Datum>> rows = new ArrayList<>();
    try {
      flatten("", new JsonMapper().readTree(hostJson), rows);
    } catch (JacksonException e) {
      return new Section(
          "host",
          "Host",
          List.of(
              new Block.Paragraph(
                  "host.json cannot be read, so the host is not known: "
                      + e.getOriginalMessage())));
    }
    return new Section(
        "host",
        "Host",
        List.of(
            rows.isEmpty()
                ? new Block.Paragraph("Nothing was recorded.")
                : new Block.Table(
                    "The machine at the start of the run",
                    Block.Column.of(Block.Column.text("Fact"), Block.Column.text("Value")),
                    rows)));
  }

  private static void flatten(String path, JsonNode node, List<List<Block.Datum>> rows) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        flatten(
            path.isEmpty() ? field.getKey() : path + " › " + field.getKey(),
            field.getValue(),
            rows);
      }
    } else if (node.isArray() && scalars(node)) {
      List<String> items = new ArrayList<>();
      node.forEach(item -> items.add(item.asString()));
      rows.add(row(path, String.join(", ", items)));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        flatten(path + " " + (i + 1), node.get(i), rows);
      }
    } else {
      rows.add(row(path, node.isNull() ? "not published" : node.asString()));
    }
  }

  private static boolean scalars(JsonNode array) {
    for (JsonNode item : array) {
      if (item.isContainer()) {
        return false;
      }
    }
    return true;
  }

  private static List<Block.Datum> row(String fact, String value) {
    return List.of(Block.Datum.of(fact), Block.Datum.of(value));
  }
}
