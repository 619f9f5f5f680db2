package dev.assize.cli;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON documents on stdout. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static void print(Output output, JsonNode document) {
    output.results().println(MAPPER.writeValueAsString(document));
  }

  static JsonNode read(byte[] bytes) {
    return MAPPER.readTree(bytes);
  }
}
