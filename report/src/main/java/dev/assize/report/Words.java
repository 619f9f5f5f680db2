package dev.assize.report;

import dev.assize.experiment.Check;
import dev.assize.experiment.Command;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parts of a spec in the words and quoting that a reader could type. */
final class Words {
  private static final Pattern UNIT =
      Pattern.compile("([0-9]) (%|ns|µs|ms|s|B|KiB|MiB|GiB|TiB)(?![A-Za-z0-9])");

  private static final Pattern HASH = Pattern.compile("\\b([0-9a-f]{12})[0-9a-f]{52}\\b");

  private Words() {}

  static String command(Command command) {
    return switch (command) {
      case Command.Argv argv ->
          argv.arguments().stream().map(Words::quoted).collect(Collectors.joining(" "));
      case Command.Shell(String text) -> text;
    };
  }

  /** Quotes a word for a POSIX shell where it needs quoting. */
  static String quoted(String word) {
    if (word.matches("[A-Za-z0-9_@%+=:,./${}-]+") && !word.contains("$")) {
      return word;
    }
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** As {@link #joined}, with hashes cut to their beginnings: whole ones stand in the tables. */
  static String brief(String sentence) {
    return joined(HASH.matcher(sentence).replaceAll("$1…"));
  }

  /** Joins numbers with their units by no-break spaces, in sentences made elsewhere. */
  static String joined(String sentence) {
    return UNIT.matcher(sentence).replaceAll("$1" + Numbers.NBSP + "$2");
  }

  static String check(Check check) {
    return switch (check) {
      case Check.Exit(int status) -> "exit status is " + status;
      case Check.StreamHash(Check.Stream stream, String hash) ->
          stream(stream) + " has SHA-256 " + hash;
      case Check.StreamEqual(Check.Stream stream) ->
          stream(stream) + " is the same, byte for byte, in every arm and block";
      case Check.FileHash(String path, String hash) -> path + " has SHA-256 " + hash;
      case Check.FileEqual(String path) ->
          path + " is the same, byte for byte, in every arm and block";
      case Check.ByCommand(Command command) -> "`" + command(command) + "` ends with status 0";
      case Check.None(String reason) -> "nothing: " + reason;
    };
  }

  private static String stream(Check.Stream stream) {
    return switch (stream) {
      case STDOUT -> "stdout";
      case STDERR -> "stderr";
    };
  }
}
