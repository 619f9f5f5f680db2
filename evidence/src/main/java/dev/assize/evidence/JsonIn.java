package dev.assize.evidence;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A strict reader of the canonical form: every key in its place, nothing else, no second spelling.
 * Whatever differs is a {@link Malformed}.
 */
final class JsonIn {
  /** The text is not the canonical form of the record that was asked for. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  /** Reads one value. */
  interface Reader<T> {
    T read(JsonIn in) throws Malformed;
  }

  private final JsonParser parser;
  private @Nullable JsonToken peeked;
  // Names repeat in every sample of a trial: one object for each spelling keeps a million samples
  // small.
  private final Map<String, Object> names = new HashMap<>();

  private JsonIn(JsonParser parser) {
    this.parser = parser;
  }

  /** Reads the bytes as exactly one value. */
  static <T> T read(byte[] bytes, Reader<T> reader) throws Malformed {
    try (JsonParser parser = Json.parser(bytes)) {
      JsonIn in = new JsonIn(parser);
      T value = reader.read(in);
      JsonToken after = in.next();
      if (after != JsonToken.NOT_AVAILABLE) {
        throw in.unexpected("the end", after);
      }
      return value;
    } catch (JacksonException e) {
      throw new Malformed("not JSON: " + e.getOriginalMessage() + at(e));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new Malformed(String.valueOf(e.getMessage()));
    }
  }

  private static String at(JacksonException e) {
    return e.getLocation() == null ? "" : " at byte " + e.getLocation().getByteOffset();
  }

  void startObject() throws Malformed {
    expect(JsonToken.START_OBJECT, "an object");
  }

  void endObject() throws Malformed {
    expect(JsonToken.END_OBJECT, "the end of the object");
  }

  /** Reads the key, which must be this one. */
  JsonIn key(String name) throws Malformed {
    JsonToken token = next();
    if (token != JsonToken.PROPERTY_NAME || !name.equals(parser.currentName())) {
      throw unexpected("key '" + name + "'", token);
    }
    return this;
  }

  /** Reads the key's value when the next key is this one. */
  <T> Optional<T> optionalKey(String name, Reader<T> value) throws Malformed {
    if (peek() != JsonToken.PROPERTY_NAME || !name.equals(parser.currentName())) {
      return Optional.empty();
    }
    next();
    return Optional.of(value.read(this));
  }

  /** True when the array that is open has no more elements. */
  boolean atEndOfArray() {
    return peek() == JsonToken.END_ARRAY;
  }

  /** True when the next value is a whole number. */
  boolean atWhole() {
    return peek() == JsonToken.VALUE_NUMBER_INT;
  }

  /** True when the next value is a string. */
  boolean atText() {
    return peek() == JsonToken.VALUE_STRING;
  }

  String text() throws Malformed {
    expect(JsonToken.VALUE_STRING, "a string");
    return parser.getString();
  }

  long whole() throws Malformed {
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
    return parser.getLongValue();
  }

  int smallWhole() throws Malformed {
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
    return parser.getIntValue();
  }

  boolean truth() throws Malformed {
    JsonToken token = next();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw unexpected("true or false", token);
    }
    return token == JsonToken.VALUE_TRUE;
  }

  Instant instant() throws Malformed {
    return Instant.parse(text());
  }

  String sha256() throws Malformed {
    String text = text();
    if (!Digest.looksRight(text)) {
      throw new Malformed("expected 64 lower-case hex digits, found '" + text + "'" + where());
    }
    return text;
  }

  /** Reads a string and makes a value of it, the same object for the same spelling. */
  <T> T name(Class<T> type, Function<String, T> make) throws Malformed {
    String text = text();
    Object known = names.get(text);
    if (type.isInstance(known)) {
      return type.cast(known);
    }
    T made = make.apply(text);
    names.put(text, made);
    return made;
  }

  <T> List<T> list(Reader<T> element) throws Malformed {
    expect(JsonToken.START_ARRAY, "an array");
    List<T> list = new ArrayList<>();
    while (peek() != JsonToken.END_ARRAY) {
      list.add(element.read(this));
    }
    next();
    return list;
  }

  /** Reads an object whose keys are free but sorted and unique. */
  <K extends Comparable<K>, V> SequencedMap<K, V> map(Function<String, K> key, Reader<V> value)
      throws Malformed {
    startObject();
    TreeMap<K, V> map = new TreeMap<>();
    while (true) {
      JsonToken token = next();
      if (token == JsonToken.END_OBJECT) {
        return Collections.unmodifiableSequencedMap(map);
      }
      if (token != JsonToken.PROPERTY_NAME) {
        throw unexpected("a key", token);
      }
      K next = key.apply(parser.currentName());
      if (!map.isEmpty() && map.lastKey().compareTo(next) >= 0) {
        throw new Malformed("expected sorted keys, found '" + next + "' late" + where());
      }
      map.put(next, value.read(this));
    }
  }

  /** Reads null as empty. */
  <T> Optional<T> optional(Reader<T> value) throws Malformed {
    if (peek() == JsonToken.VALUE_NULL) {
      next();
      return Optional.empty();
    }
    return Optional.of(value.read(this));
  }

  /**
   * Reads an object that starts with {@code "type"}; the reader gets the type and reads the rest.
   */
  <T> T typed(TypedReader<T> rest) throws Malformed {
    startObject();
    String type = key("type").text();
    T value = rest.read(type, this);
    endObject();
    return value;
  }

  /** Reads what follows the type. */
  interface TypedReader<T> {
    T read(String type, JsonIn in) throws Malformed;
  }

  /** Reads a string that is the key of one of the constants. */
  <T> T oneOf(T[] constants, Function<T, String> key) throws Malformed {
    String text = text();
    for (T constant : constants) {
      if (key.apply(constant).equals(text)) {
        return constant;
      }
    }
    throw new Malformed(
        "expected one of "
            + Arrays.stream(constants).map(key).toList()
            + ", found '"
            + text
            + "'"
            + where());
  }

  void startArray() throws Malformed {
    expect(JsonToken.START_ARRAY, "an array");
  }

  void endArray() throws Malformed {
    expect(JsonToken.END_ARRAY, "the end of the array");
  }

  static Malformed unknownType(String what, String type) {
    return new Malformed("unknown " + what + " type '" + type + "'");
  }

  private JsonToken peek() {
    if (peeked == null) {
      JsonToken token = parser.nextToken();
      peeked = token == null ? JsonToken.NOT_AVAILABLE : token;
    }
    return peeked;
  }

  /** Returns the next token, NOT_AVAILABLE at the end. */
  private JsonToken next() {
    JsonToken token = peek();
    peeked = null;
    return token;
  }

  private void expect(JsonToken expected, String inWords) throws Malformed {
    JsonToken token = next();
    if (token != expected) {
      throw unexpected(inWords, token);
    }
  }

  private Malformed unexpected(String expected, JsonToken found) {
    String inWords =
        switch (found) {
          case NOT_AVAILABLE -> "the end";
          case PROPERTY_NAME -> "key '" + parser.currentName() + "'";
          case START_OBJECT -> "an object";
          case START_ARRAY -> "an array";
          case END_OBJECT -> "the end of an object";
          case END_ARRAY -> "the end of an array";
          default -> "'" + parser.getString() + "'";
        };
    return new Malformed("expected " + expected + ", found " + inWords + where());
  }

  private String where() {
    return " at byte " + parser.currentTokenLocation().getByteOffset();
  }
}
