package dev.assize.observe;

import dev.assize.evidence.Reading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the lines of one instance of the counter protocol. */
final class CounterLines {
  static final int MOST_BYTES = 4096;
  static final int MOST_COUNTERS = 10_000;
  private static final int SHOWN = 80;

  private final InputStream in;

  CounterLines(InputStream in) {
    this.in = in;
  }

  /** What an instance sent is not of the protocol. */
  static final class Breach extends Exception {
    private static final long serialVersionUID = 1L;

    private final ProtocolRule rule;

    Breach(ProtocolRule rule, String fault) {
      super(fault);
      this.rule = rule;
    }

    ProtocolRule rule() {
      return rule;
    }
  }

  /** Returns the next line; empty at the end of the connection. */
  Optional<String> next() throws IOException, Breach {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        if (line.size() > 0) {
          throw new Breach(
              ProtocolRule.FORM,
              "expected a line feed after '" + shown(line) + "', found the end of the connection");
        }
        return Optional.empty();
      }
      line.write(c);
      if (line.size() > MOST_BYTES) {
        throw new Breach(
            ProtocolRule.FORM,
            "expected lines of at most " + MOST_BYTES + " bytes, found a longer one");
      }
    }
    return Optional.of(line.toString(StandardCharsets.UTF_8));
  }

  private static String shown(ByteArrayOutputStream line) {
    String text = line.toString(StandardCharsets.UTF_8);
    return text.substring(0, Math.min(SHOWN, text.length()));
  }

  /** Returns the words of a line that must have so many. */
  static String[] words(String line, int count, String form) throws Breach {
    String[] words = line.split(" ", -1);
    boolean empty = false;
    for (String word : words) {
      empty |= word.isEmpty();
    }
    if (words.length != count || empty) {
      throw new Breach(
          ProtocolRule.FORM,
          "expected '"
              + form
              + "' with single spaces, found '"
              + line.substring(0, Math.min(SHOWN, line.length()))
              + "'");
    }
    return words;
  }

  /** Reads as many lines {@code NAME VALUE} as announced. */
  Map<String, Reading> counters(String announced) throws IOException, Breach {
    int count = whole(announced, 0, MOST_COUNTERS, "a number of counters");
    Map<String, Reading> counters = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      int missing = count - i;
      String line =
          next()
              .orElseThrow(
                  () ->
                      new Breach(
                          ProtocolRule.FORM,
                          "expected "
                              + missing
                              + " more lines 'NAME VALUE', found the end of the connection"));
      String[] words = words(line, 2, "NAME VALUE");
      Reading before = counters.put(words[0], value(words[1], line));
      if (before != null) {
        throw new Breach(
            ProtocolRule.FORM,
            "expected each counter once in a record, found " + words[0] + " twice");
      }
    }
    return counters;
  }

  static int whole(String text, int least, int most, String what) throws Breach {
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException none) {
      throw new Breach(ProtocolRule.FORM, "expected " + what + ", found '" + text + "'");
    }
    throw new Breach(
        ProtocolRule.FORM,
        "expected " + what + " from " + least + " to " + most + ", found " + text);
  }

  private static Reading value(String text, String line) throws Breach {
    try {
      if (text.length() <= 40) {
        return CounterDocument.number(new BigDecimal(text), text);
      }
    } catch (NumberFormatException none) {
      throw new Breach(
          ProtocolRule.FORM, "expected 'NAME VALUE' with a number, found '" + line + "'");
    }
    throw new Breach(
        ProtocolRule.FORM, "expected a number of at most 40 characters, found '" + text + "'");
  }
}
