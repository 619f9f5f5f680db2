package dev.assize.judge;

import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes JSON with two spaces of indentation; arrays of plain values stay on one line. */
final class JsonText {
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder out = new StringBuilder();
  private int depth;
  private boolean first = true;

  @Override
  public String toString() {
    return out + "\n";
  }

  /** Writes an object; the body writes its keys. */
  void object(Runnable body) {
    open('{', body, '}');
  }

  /** Writes a key whose value the body writes. */
  void key(String name, Runnable value) {
    next();
    quote(name);
    out.append(": ");
    value.run();
  }

  void text(String name, String value) {
    key(name, () -> quote(value));
  }

  void raw(String name, Object value) {
    key(name, () -> out.append(value));
  }

  /** Writes a number; NaN is {@code null}, for there is no value. */
  void number(String name, double value) {
    raw(name, number(value));
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException("JSON: expected a finite number, found " + value);
    }
    return Double.isNaN(value) ? "null" : Double.toString(value);
  }

  void numberOrNull(String name, @Nullable Double value) {
    raw(name, value == null ? "null" : number(value));
  }

  void textOrNull(String name, @Nullable String value) {
    if (value == null) {
      raw(name, "null");
    } else {
      text(name, value);
    }
  }

  /** Writes an array whose elements the body writes, each on a line. */
  <T> void array(String name, Collection<T> elements, Consumer<T> body) {
    if (elements.isEmpty()) {
      raw(name, "[]");
    } else {
      key(name, () -> open('[', () -> elements.forEach(e -> element(() -> body.accept(e))), ']'));
    }
  }

  private void element(Runnable body) {
    next();
    body.run();
  }

  void texts(String name, Collection<String> values) {
    array(name, values, this::quote);
  }

  void numbers(String name, Collection<Double> values) {
    inline(name, values.stream().map(JsonText::number).toList());
  }

  void wholes(String name, Collection<Integer> values) {
    inline(name, values.stream().map(String::valueOf).toList());
  }

  private void inline(String name, Collection<String> values) {
    raw(name, "[" + String.join(", ", values) + "]");
  }

  private void open(char begin, Runnable body, char end) {
    out.append(begin);
    depth++;
    first = true;
    body.run();
    depth--;
    if (!first) {
      line();
    }
    first = false;
    out.append(end);
  }

  private void next() {
    if (!first) {
      out.append(',');
    }
    first = false;
    line();
  }

  private void line() {
    out.append('\n').append("  ".repeat(depth));
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          // Control characters, and halves of surrogate pairs, which UTF-8 has no bytes for.
          if (c < 0x20 || c == 0x7f || lone(text, i)) {
            out.append("\\u");
            for (int shift = 12; shift >= 0; shift -= 4) {
              out.append(HEX.charAt(c >> shift & 15));
            }
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean lone(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
