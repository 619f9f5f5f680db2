package dev.assize.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Strict reading of the JSON files of this module. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String file;
  private final JsonNode node;

  private Json(String file, JsonNode node) {
    this.file = file;
    this.node = node;
  }

  /**
   * Reads an object and checks its schema.
   *
   * @throws NewerSchemaException if it is newer than this build knows
   * @throws IllegalArgumentException if the bytes are not such an object
   */
  static Json object(String file, byte[] bytes) {
    JsonNode node;
    try {
      node = MAPPER.readTree(bytes);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          file + ": expected JSON, found: " + e.getOriginalMessage() + "; restore the file", e);
    }
    if (!node.isObject()) {
      throw new IllegalArgumentException(file + ": expected a JSON object; restore the file");
    }
    Json json = new Json(file, node);
    int schema = json.integer("schema");
    if (schema > Experiment.SCHEMA) {
      throw new NewerSchemaException(file, schema);
    }
    return json;
  }

  Json inside(JsonNode child) {
    return new Json(file, child);
  }

  JsonNode get(String key) {
    JsonNode value = node.get(key);
    if (value == null) {
      throw wrong(key, "a value", "none");
    }
    return value;
  }

  String text(String key) {
    JsonNode value = get(key);
    if (!value.isString()) {
      throw wrong(key, "text", value.toString());
    }
    return value.stringValue();
  }

  /** Text under a key that may be missing. */
  Optional<String> optionalText(String key) {
    return node.get(key) == null ? Optional.empty() : Optional.of(text(key));
  }

  /** A list of texts; empty when the key is missing. */
  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    JsonNode list = node.get(key);
    if (list == null) {
      return texts;
    }
    if (!list.isArray()) {
      throw wrong(key, "a list", list.toString());
    }
    for (JsonNode item : list) {
      if (!item.isString()) {
        throw wrong(key, "a list of texts", item.toString());
      }
      texts.add(item.stringValue());
    }
    return texts;
  }

  /** An object of texts; empty when the key is missing. */
  Map<String, String> textMap(String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    JsonNode object = node.get(key);
    if (object == null) {
      return texts;
    }
    if (!object.isObject()) {
      throw wrong(key, "an object", object.toString());
    }
    Json inside = inside(object);
    object.propertyNames().forEach(name -> texts.put(name, inside.text(name)));
    return texts;
  }

  long whole(String key) {
    JsonNode value = get(key);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrong(key, "a whole number", value.toString());
    }
    return value.longValue();
  }

  int integer(String key) {
    long value = whole(key);
    if (value != (int) value) {
      throw wrong(key, "a whole number of 32 bits", Long.toString(value));
    }
    return (int) value;
  }

  boolean bool(String key) {
    JsonNode value = get(key);
    if (!value.isBoolean()) {
      throw wrong(key, "true or false", value.toString());
    }
    return value.booleanValue();
  }

  private IllegalArgumentException wrong(String key, String expected, String found) {
    return new IllegalArgumentException(
        file + ": " + key + ": expected " + expected + ", found " + found + "; restore the file");
  }

  static String quoted(String text) {
    return MAPPER.writeValueAsString(text);
  }
}
