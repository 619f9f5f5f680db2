package dev.assize.report;

import dev.assize.evidence.GateResult;
import dev.assize.experiment.Gate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gates that failed without voiding anything, where the spec only wanted to know. What differs only
 * in its figure, or in the process of one program, is one note with the highest figure: a busy
 * neighbour would else fill a page.
 */
final class Notes {
  private static final int MOST_ATTEMPTS = 8;

  /** As the lab writes it; {@code line} is the command line, or that there is none. */
  private static final Pattern PROCESS =
      Pattern.compile(
          "(?<expected>expected .*, found )(?<process>pid (?<pid>\\d+) \\((?<command>.*?)\\)"
              + "(?<line>(?:: .*| \\[kernel thread])?)) at (?<figure>[0-9.]+)(?<unit> %)",
          Pattern.DOTALL);

  private static final Pattern FIGURE =
      Pattern.compile("(?<expected>expected .*, found )(?<figure>[0-9.]+)(?<unit> (?:%|ns))");

  private Notes() {}

  /** Returns one line for each cause, gates in the order of their names, most frequent first. */
  static List<String> of(List<Trial> trials) {
    Map<String, Map<String, List<Note>>> gates = new TreeMap<>();
    for (Trial trial : trials) {
      for (GateResult gate : trial.record().gates()) {
        if (!gate.passed() && gate.voids() == Gate.Scope.NOTE) {
          Note note = Note.of(trial.record().attempt().toString(), gate.detail());
          gates
              .computeIfAbsent(gate.name(), _ -> new LinkedHashMap<>())
              .computeIfAbsent(note.cause(), _ -> new ArrayList<>())
              .add(note);
        }
      }
    }
    List<String> lines = new ArrayList<>();
    gates.forEach(
        (gate, causes) ->
            causes.values().stream()
                .sorted(Comparator.comparingInt((List<Note> notes) -> notes.size()).reversed())
                .forEach(notes -> lines.add(gate + ", noted in " + line(notes))));
    return lines;
  }

  private static String line(List<Note> notes) {
    String attempts = EffectSections.count(notes.size(), "attempt");
    Note worst = notes.stream().max(Comparator.comparingDouble(Note::figure)).orElseThrow();
    if (notes.stream().map(Note::detail).distinct().count() == 1) {
      return attempts + ": " + list(notes) + ": " + worst.detail();
    }
    long pids = notes.stream().map(Note::pid).distinct().count();
    String who =
        worst.process().isEmpty()
            ? ""
            : (pids == 1
                    ? worst.process()
                    : pids + " processes of " + worst.command() + ", most " + worst.process())
                + " at ";
    return attempts + ": " + worst.expected() + who + "up to " + worst.shown() + ": " + list(notes);
  }

  private static String list(List<Note> notes) {
    List<String> shown = notes.stream().limit(MOST_ATTEMPTS).map(Note::attempt).toList();
    return String.join(", ", shown)
        + (notes.size() > shown.size() ? " and " + (notes.size() - shown.size()) + " more" : "");
  }

  /**
   * One finding.
   *
   * @param cause equal for findings that are one note
   * @param figure what the highest is sought of; 0 when the detail has none
   * @param pid empty when no process is named, as {@code process} and {@code command}
   */
  private record Note(
      String attempt,
      String detail,
      String cause,
      String expected,
      String process,
      String pid,
      String command,
      double figure,
      String shown) {
    static Note of(String attempt, String detail) {
      Matcher process = PROCESS.matcher(detail);
      if (process.matches()) {
        String command = process.group("command");
        return new Note(
            attempt,
            detail,
            process.group("expected") + command,
            process.group("expected"),
            process.group("process"),
            process.group("pid"),
            command,
            Double.parseDouble(process.group("figure")),
            process.group("figure") + process.group("unit"));
      }
      Matcher figure = FIGURE.matcher(detail);
      if (figure.matches()) {
        return new Note(
            attempt,
            detail,
            figure.group("expected") + figure.group("unit"),
            figure.group("expected"),
            "",
            "",
            "",
            Double.parseDouble(figure.group("figure")),
            figure.group("figure") + figure.group("unit"));
      }
      return new Note(attempt, detail, detail, "", "", "", "", 0, "");
    }
  }
}
