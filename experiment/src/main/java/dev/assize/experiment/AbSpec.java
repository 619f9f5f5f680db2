package dev.assize.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the spec that a request to {@code assize ab} implies. */
public final class AbSpec {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9_./-]*");

  /** Line ends and marks that YAML readers don't agree on. */
  private static final String UNPRINTABLE = "\u2028\u2029\ufeff\ufffe\uffff";

  private static final Pattern OWN_PLACE = Pattern.compile("\\$?\\$\\{([A-Za-z0-9._-]+)\\}");

  private final AbRequest request;
  private final StringBuilder yaml = new StringBuilder();

  private AbSpec(AbRequest request) {
    this.request = request;
  }

  /**
   * Returns the YAML text, to be read by {@link Spec#parse} like any other and kept in the
   * evidence.
   *
   * @throws IllegalArgumentException if there are fewer than two commands, names that don't match
   *     them, a blank command, a quote that is not closed, or an unknown check
   */
  public static String yaml(AbRequest request) {
    return new AbSpec(request).write();
  }

  private String write() {
    List<String> commands = request.commands();
    if (commands.size() < 2) {
      throw new IllegalArgumentException(
          "ab: expected at least two commands, found "
              + commands.size()
              + "; give the same one twice for an A/A experiment");
    }
    List<String> arms = armNames();
    line("# Written by assize ab.");
    line("assize: " + Experiment.SCHEMA);
    line("name: " + experimentName());
    line("question: " + quoted(question()));
    line("arms:");
    for (int i = 0; i < commands.size(); i++) {
      int same = commands.indexOf(commands.get(i));
      if (i == 0) {
        // Its command stands in the scenario.
        line("  " + arms.get(i) + ": { role: baseline }");
      } else if (same < i) {
        line("  " + arms.get(i) + ": { twin: " + arms.get(same) + " }");
      } else {
        line("  " + arms.get(i) + ":");
        line("    command: " + command(commands.get(i)));
        if (request.shell()) {
          line("    shell: true");
        }
      }
    }
    scenario();
    metricsAndDesign();
    return yaml.toString();
  }

  private void scenario() {
    line("scenarios:");
    line("  ab:");
    if (!request.parameters().isEmpty()) {
      line("    parameters:");
      request
          .parameters()
          .forEach((name, values) -> line("      " + quoted(name) + ": " + list(values)));
    }
    line("    workspace: { directory: " + quoted(escaped(request.directory().toString())) + " }");
    if (request.shell()) {
      line("    shell: true");
    }
    commands("setup", request.setup());
    commands("prepare", request.prepare());
    line("    command: " + command(request.commands().getFirst()));
    commands("cleanup", request.cleanup());
    request.timeout().ifPresent(t -> line("    timeout: " + quoted(t)));
    if (request.output() != Scenario.Output.FILE) {
      line("    output: " + request.output().name().toLowerCase(Locale.ROOT));
    }
    checks();
  }

  private void commands(String key, List<String> commands) {
    if (!commands.isEmpty()) {
      line("    " + key + ":");
      commands.forEach(c -> line("      - " + command(c)));
    }
  }

  private void checks() {
    List<String> asked = request.checks().isEmpty() ? List.of("stdout") : request.checks();
    List<String> items = new ArrayList<>();
    String reason = "";
    for (String check : asked) {
      int equals = check.indexOf('=');
      String kind = equals < 0 ? check : check.substring(0, equals);
      String value = equals < 0 ? "" : check.substring(equals + 1);
      boolean needsValue = List.of("file", "command", "none").contains(kind);
      if (needsValue == value.isBlank()) {
        kind = "";
      }
      switch (kind) {
        case "stdout", "stderr" -> items.add("{ " + kind + ": equal }");
        case "exit" -> reason = reason.isEmpty() ? "only the exit status was asked for" : reason;
        case "file" -> items.add("{ file: " + quoted(placed(value)) + ", equal: true }");
        case "command" ->
            items.add(
                "{ command: " + command(value) + (request.shell() ? ", shell: true }" : " }"));
        case "none" -> reason = value;
        default ->
            throw new IllegalArgumentException(
                "check: expected stdout, stderr, exit, file=PATH, command=CMD or none=REASON,"
                    + " found '"
                    + check
                    + "'; write one of them");
      }
    }
    if (!items.isEmpty()) {
      line("    checks:");
      items.forEach(i -> line("      - " + i));
    } else {
      line("    check: none");
      line("    why: " + quoted(reason));
    }
  }

  private void metricsAndDesign() {
    String effect = request.minimumEffect().map(m -> ", minimum-effect: " + quoted(m)).orElse("");
    line("metrics:");
    line("  wall: { primary: true, better: lower" + effect + " }");
    line("design:");
    line("  blocks: " + request.blocks());
    line("  warmups: " + request.warmups());
    line("  order: " + request.order().key());
    if (request.descriptive()) {
      line("  descriptive: true");
    }
    line("isolation:");
    line("  environment: " + request.environment().map(AbSpec::list).orElse("inherit-all"));
  }

  private List<String> armNames() {
    List<String> given = request.names();
    int count = request.commands().size();
    if (!given.isEmpty() && given.size() != count) {
      throw new IllegalArgumentException(
          "names: expected one for each of the "
              + count
              + " commands, found "
              + given.size()
              + "; give all or none");
    }
    List<String> arms = new ArrayList<>();
    Map<String, Integer> uses = new HashMap<>();
    for (int i = 0; i < count; i++) {
      String name = given.isEmpty() ? letter(i) : slug(given.get(i), letter(i));
      int use = uses.merge(name, 1, Integer::sum);
      arms.add(use == 1 ? name : name + "-" + use);
    }
    return arms;
  }

  /** a, b, …, z, arm27, … */
  private static String letter(int index) {
    return index < 26 ? String.valueOf((char) ('a' + index)) : "arm" + (index + 1);
  }

  private String experimentName() {
    String name =
        request.commands().stream()
            .distinct()
            .map(c -> slug(c.strip().split("\\s+", 2)[0].replaceAll(".*/", ""), "cmd"))
            .distinct()
            .collect(Collectors.joining("-vs-"));
    return "ab-" + name.substring(0, Math.min(60, name.length()));
  }

  private static String slug(String text, String otherwise) {
    String slug = text.strip().replaceAll("[^A-Za-z0-9._]+", "-").replaceAll("^[^A-Za-z0-9]+", "");
    String cut = slug.substring(0, Math.min(40, slug.length())).replaceAll("-+$", "");
    return cut.isEmpty() ? otherwise : cut;
  }

  private String question() {
    List<String> distinct = request.commands().stream().distinct().toList();
    String first = "'" + request.commands().getFirst() + "'";
    return distinct.size() == 1
        ? "Does " + first + " differ from itself?"
        : "How do the others compare with " + first + "?";
  }

  private String command(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("ab: expected a command, found an empty one; remove it");
    }
    return request.shell()
        ? quoted(placed(text))
        : list(ShellWords.split(text).stream().map(this::placed).toList());
  }

  /** {@code {name}} becomes <code>${name}</code>; what looked like that before stays as it is. */
  private String placed(String text) {
    String result = escaped(text);
    for (String name : request.parameters().keySet()) {
      // Not where a dollar stands before it: that is the shell's own, escaped above.
      result =
          Pattern.compile("(?<!\\$)" + Pattern.quote("{" + name + "}"))
              .matcher(result)
              .replaceAll(Matcher.quoteReplacement("${" + name + "}"));
    }
    return result;
  }

  /** Keeps what only looks like a placeholder from being one. */
  private String escaped(String text) {
    return OWN_PLACE
        .matcher(text)
        .replaceAll(
            m -> {
              boolean ours =
                  !request.shell()
                      || m.group().startsWith("$$")
                      || Placeholders.RUN_TIME.contains(m.group(1))
                      || request.parameters().containsKey(m.group(1));
              return Matcher.quoteReplacement(ours ? "$" + m.group() : m.group());
            });
  }

  private static String list(List<String> texts) {
    return texts.stream().map(AbSpec::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  /** A JSON string is a YAML string, but for the characters that YAML wants escaped. */
  private static String quoted(String text) {
    boolean word = List.of("true", "false", "null").contains(text.toLowerCase(Locale.ROOT));
    if (PLAIN.matcher(text).matches() && !word) {
      return text;
    }
    StringBuilder escaped = new StringBuilder();
    for (char c : Json.quoted(text).toCharArray()) {
      if (UNPRINTABLE.indexOf(c) >= 0 || (c >= 0x7f && c <= 0xa0)) {
        escaped.append("\\u%04x".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private void line(String text) {
    yaml.append(text).append('\n');
  }
}
