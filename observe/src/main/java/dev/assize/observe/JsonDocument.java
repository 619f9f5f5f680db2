package dev.assize.observe;

import dev.assize.evidence.Reading;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A JSON document; places are JSON pointers (RFC 6901). */
record JsonDocument(JsonNode root) implements CounterDocument {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  static JsonDocument parse(byte[] bytes) throws IOException {
    try {
      JsonNode root = MAPPER.readTree(bytes);
      if (root.isObject() || root.isArray()) {
        return new JsonDocument(root);
      }
    } catch (JacksonException malformed) {
      throw new IOException(
          "expected JSON, found otherwise: " + malformed.getOriginalMessage(), malformed);
    }
    throw new IOException("expected a JSON object, found something else");
  }

  @Override
  public Reading at(String place) {
    JsonNode node;
    try {
      node = root.at(JsonPointer.compile(place));
    } catch (IllegalArgumentException malformed) {
      return new Reading.Unpublished("'" + place + "' is no JSON pointer: it must begin with /");
    }
    if (node.isNumber()) {
      return number(node);
    }
    return new Reading.Unpublished(
        node.isMissingNode()
            ? "the document has nothing at " + place
            : "expected a number at " + place + ", found " + node.getNodeType());
  }

  private static Reading number(JsonNode node) {
    return CounterDocument.number(node.decimalValue(), node.asString());
  }

  @Override
  public Map<String, Reading> all() {
    Map<String, Reading> all = new TreeMap<>();
    collect("", root, all);
    return all;
  }

  private static void collect(String name, JsonNode node, Map<String, Reading> into) {
    if (node.isNumber()) {
      into.put(name, number(node));
    }
    String prefix = name.isEmpty() ? "" : name + ".";
    node.properties()
        .forEach(property -> collect(prefix + property.getKey(), property.getValue(), into));
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(prefix + i, node.get(i), into);
      }
    }
  }
}
