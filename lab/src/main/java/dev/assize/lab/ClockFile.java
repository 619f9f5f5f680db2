package dev.assize.lab;

import dev.assize.evidence.OperationSample;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.Scenario;
import dev.assize.linux.KernelText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a workload appended to {@code $ASSIZE_CLOCK}: lines {@code <operation> <round>
 * <nanoseconds>} or {@code <operation> <round> <nanoseconds> <start>}, decimal integers, single
 * spaces, each ended by a line feed; each operation of the scenario exactly once a round. The start
 * is CLOCK_MONOTONIC in nanoseconds: with it observations can be cut to the operation.
 */
final class ClockFile {
  /** Far more than any declared number of operations and rounds needs. */
  private static final long LARGEST = 64L << 20;

  private static final Pattern LINE =
      Pattern.compile(
          "([A-Za-z0-9][A-Za-z0-9._=+-]{0,99}) ([0-9]{1,9}) ([0-9]{1,19})(?: ([0-9]{1,19}))?");

  private ClockFile() {}

  /**
   * What was read.
   *
   * @param problem what is wrong with the file, its line quoted; empty when nothing
   */
  record Clocks(List<OperationSample> samples, String problem) {
    Clocks {
      samples = List.copyOf(samples);
    }
  }

  static Clocks read(Path file, Scenario scenario) throws IOException {
    if (!Files.exists(file)) {
      return scenario.operations().isEmpty()
          ? new Clocks(List.of(), "")
          : new Clocks(List.of(), expected(scenario) + ", found no clock file");
    }
    long size = Files.size(file);
    if (size > LARGEST) {
      return new Clocks(
          List.of(), "expected a clock file of at most " + LARGEST + " bytes, found " + size);
    }
    return parse(Files.readAllBytes(file), scenario);
  }

  static Clocks parse(byte[] bytes, Scenario scenario) {
    List<OperationSample> samples = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    String text = KernelText.decode(bytes);
    int number = 0;
    for (int from = 0; from < text.length(); ) {
      number++;
      int end = text.indexOf('\n', from);
      if (end < 0) {
        return bad(samples, number, text.substring(from), "a line feed at its end");
      }
      String line = text.substring(from, end);
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        return bad(
            samples,
            number,
            line,
            "'<operation> <round> <nanoseconds>', or a fourth field with the start on"
                + " CLOCK_MONOTONIC in nanoseconds");
      }
      OperationName operation = new OperationName(matcher.group(1));
      int round = Integer.parseInt(matcher.group(2));
      if (!scenario.operations().contains(operation)) {
        return bad(samples, number, line, "an operation of the scenario: " + names(scenario));
      }
      if (round < 1 || round > scenario.rounds()) {
        return bad(samples, number, line, "a round from 1 to " + scenario.rounds());
      }
      Nanos duration;
      OptionalLong start;
      try {
        duration = new Nanos(Long.parseLong(matcher.group(3)));
        start =
            matcher.group(4) == null
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(matcher.group(4)));
      } catch (NumberFormatException e) {
        return bad(samples, number, line, "nanoseconds of at most " + Long.MAX_VALUE);
      }
      Integer before = seen.putIfAbsent(operation + " " + round, number);
      if (before != null) {
        return bad(
            samples, number, line, "each operation once a round; line " + before + " has this one");
      }
      samples.add(new OperationSample(operation, round, duration, start));
      from = end + 1;
    }
    return new Clocks(samples, missing(seen, scenario));
  }

  private static String missing(Map<String, Integer> seen, Scenario scenario) {
    List<String> missing = new ArrayList<>();
    int count = 0;
    for (OperationName operation : scenario.operations()) {
      for (int round = 1; round <= scenario.rounds(); round++) {
        if (!seen.containsKey(operation + " " + round)) {
          count++;
          if (missing.size() < 5) {
            missing.add("'" + operation + " " + round + "'");
          }
        }
      }
    }
    return count == 0
        ? ""
        : expected(scenario)
            + ", found no line for "
            + String.join(", ", missing)
            + (count > missing.size() ? " and " + (count - missing.size()) + " more" : "");
  }

  private static Clocks bad(
      List<OperationSample> samples, int number, String line, String expected) {
    return new Clocks(
        samples,
        "clock file line " + number + ": expected " + expected + ", found '" + shown(line) + "'");
  }

  private static String expected(Scenario scenario) {
    return "expected a line in $ASSIZE_CLOCK for each operation ("
        + names(scenario)
        + ") and each round from 1 to "
        + scenario.rounds();
  }

  private static String names(Scenario scenario) {
    return scenario.operations().isEmpty()
        ? "none is declared"
        : String.join(", ", scenario.operations().stream().map(OperationName::value).toList());
  }

  private static String shown(String line) {
    return Texts.printable(line.length() <= 200 ? line : line.substring(0, 200) + "…");
  }
}
