package dev.assize.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code ${name}} places in a spec's strings. Parameters of a scenario are filled in when the
 * spec is read; the names in {@link #RUN_TIME} when a trial starts. {@code $${name}} stands for the
 * characters {@code ${name}}.
 */
public final class Placeholders {
  /** Names that the lab fills in. */
  public static final Set<String> RUN_TIME =
      Set.of("workspace", "spec", "arm", "variant", "block", "cache");

  private static final Pattern PLACE = Pattern.compile("(\\$?)\\$\\{([A-Za-z0-9._-]+)\\}");

  private Placeholders() {}

  /**
   * Fills in {@code values} and turns a doubled dollar sign into a single one. Other names stay as
   * they are: in a shell command they are the shell's own.
   */
  public static String expand(String text, Map<String, String> values) {
    return replace(text, values, true);
  }

  /** {@link #expand(String, Map)} in every string of a command. */
  public static Command expand(Command command, Map<String, String> values) {
    return mapped(command, text -> expand(text, values));
  }

  private static Command mapped(Command command, UnaryOperator<String> change) {
    return switch (command) {
      case Command.Argv(List<String> arguments) ->
          new Command.Argv(arguments.stream().map(change).toList());
      case Command.Shell(String text) -> new Command.Shell(change.apply(text));
    };
  }

  /** {@link #expand(String, Map)} in a path, for instance <code>${cache}/text</code>. */
  public static Path expand(Path path, Map<String, String> values) {
    return Path.of(expand(path.toString(), values));
  }

  /** Fills in {@code values} and leaves all else, {@code $$} too, for {@link #expand}. */
  static String substitute(String text, Map<String, String> values) {
    return replace(text, values, false);
  }

  /** {@link #substitute(String, Map)} in every string of a command. */
  static Command substitute(Command command, Map<String, String> values) {
    return mapped(command, text -> substitute(text, values));
  }

  /** Returns the names used in a text, in order. */
  static List<String> names(String text) {
    List<String> names = new ArrayList<>();
    Matcher matcher = PLACE.matcher(text);
    while (matcher.find()) {
      if (matcher.group(1).isEmpty()) {
        names.add(matcher.group(2));
      }
    }
    return names;
  }

  private static String replace(String text, Map<String, String> values, boolean last) {
    if (text.indexOf("${") < 0) {
      return text;
    }
    Matcher matcher = PLACE.matcher(text);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String whole = matcher.group();
      String value = values.get(matcher.group(2));
      String replacement = whole;
      if (!matcher.group(1).isEmpty()) {
        replacement = last ? whole.substring(1) : whole;
      } else if (value != null) {
        replacement = value;
      }
      matcher.appendReplacement(result, Matcher.quoteReplacement(replacement));
    }
    matcher.appendTail(result);
    return result.toString();
  }
}
