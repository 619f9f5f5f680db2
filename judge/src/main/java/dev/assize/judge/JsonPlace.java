package dev.assize.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** A value of verdict.json and where it stands, for messages. */
record JsonPlace(String path, JsonNode node) {

  private IllegalArgumentException wrong(String expected) {
    String found = node.toString();
    return new IllegalArgumentException(
        "verdict.json"
            + (path.isEmpty() ? "" : " at " + path)
            + ": expected "
            + expected
            + ", found "
            + (found.length() > 60 ? found.substring(0, 60) + "…" : found)
            + "; make it again with 'assize judge'");
  }

  JsonPlace at(String key) {
    if (!node.isObject()) {
      throw wrong("an object");
    }
    JsonNode value = node.get(key);
    if (value == null) {
      throw wrong("the key '" + key + "'");
    }
    return new JsonPlace(path + "/" + key, value);
  }

  boolean has(String key) {
    return node.isObject() && node.has(key);
  }

  String text(String key) {
    return at(key).text();
  }

  String text() {
    if (!node.isString()) {
      throw wrong("text");
    }
    return node.stringValue();
  }

  int whole(String key) {
    return at(key).whole();
  }

  int whole() {
    if (!node.isIntegralNumber() || !node.canConvertToInt()) {
      throw wrong("a whole number");
    }
    return node.intValue();
  }

  boolean bool(String key) {
    JsonPlace place = at(key);
    if (!place.node.isBoolean()) {
      throw place.wrong("true or false");
    }
    return place.node.booleanValue();
  }

  /** Reads a number; {@code null} is NaN. */
  double number(String key) {
    JsonPlace place = at(key);
    return place.node.isNull() ? Double.NaN : place.number();
  }

  double number() {
    if (!node.isNumber()) {
      throw wrong("a number");
    }
    return node.doubleValue();
  }

  <E extends Enum<E>> E choice(String key, Class<E> type) {
    JsonPlace place = at(key);
    String name = place.text();
    return Arrays.stream(type.getEnumConstants())
        .filter(e -> e.name().equals(name))
        .findFirst()
        .orElseThrow(() -> place.wrong("one of " + Arrays.toString(type.getEnumConstants())));
  }

  <T> Optional<T> optional(String key, Function<JsonPlace, T> reader) {
    JsonPlace place = at(key);
    return place.node.isNull() ? Optional.empty() : Optional.of(reader.apply(place));
  }

  <T> List<T> list(String key, Function<JsonPlace, T> reader) {
    JsonPlace place = at(key);
    if (!place.node.isArray()) {
      throw place.wrong("an array");
    }
    List<T> elements = new ArrayList<>();
    for (int i = 0; i < place.node.size(); i++) {
      elements.add(reader.apply(new JsonPlace(place.path + "/" + i, place.node.get(i))));
    }
    return elements;
  }

  /** As {@link #list}; none when the key is not there, as in verdicts of earlier builds. */
  <T> List<T> listIfThere(String key, Function<JsonPlace, T> reader) {
    return has(key) ? list(key, reader) : List.of();
  }

  /** As {@link #number}; NaN when the key is not there, as in verdicts of earlier builds. */
  double numberIfThere(String key) {
    return has(key) ? number(key) : Double.NaN;
  }

  List<String> texts(String key) {
    return list(key, JsonPlace::text);
  }
}
