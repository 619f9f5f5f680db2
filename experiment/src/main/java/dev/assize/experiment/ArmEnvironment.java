package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** One variable for all arms or one of them, from the command line; read without any leniency. */
record ArmEnvironment(Optional<String> arm, String name, String value) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String FORM = "--arm-env: expected NAME=VALUE or ARM:NAME=VALUE, found '";

  /**
   * Reads all of them.
   *
   * @throws IllegalArgumentException with what is wrong and what to do
   */
  static List<ArmEnvironment> all(List<String> texts) {
    List<ArmEnvironment> all = new ArrayList<>();
    for (String text : texts) {
      ArmEnvironment next = parse(text);
      for (ArmEnvironment earlier : all) {
        boolean overlap =
            earlier.arm().isEmpty() || next.arm().isEmpty() || earlier.arm().equals(next.arm());
        if (earlier.name().equals(next.name()) && overlap) {
          throw new IllegalArgumentException(
              "--arm-env: expected each variable of an arm once, found "
                  + next.name()
                  + " twice; remove one");
        }
      }
      all.add(next);
    }
    return all;
  }

  static ArmEnvironment parse(String text) {
    refuseCharacters(text);
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException(FORM + text + "' without '='; write for instance MODE=on");
    }
    String left = text.substring(0, equals);
    int colon = left.indexOf(':');
    Optional<String> arm = colon < 0 ? Optional.empty() : Optional.of(left.substring(0, colon));
    String name = left.substring(colon + 1);
    if (arm.isPresent() && arm.get().isEmpty()) {
      throw new IllegalArgumentException(FORM + text + "' without an arm before ':'; name it");
    }
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "--arm-env: expected a variable name of A-Z a-z 0-9 _ that does not start with a digit,"
              + " found '"
              + name
              + "' in '"
              + text
              + "'; rename it");
    }
    if (EnvironmentReader.isLoader(name)) {
      throw new IllegalArgumentException(
          "--arm-env: expected no variable that changes which code is loaded, found "
              + name
              + "; write it into the spec beside 'allow-loader-environment: true'");
    }
    if (name.equals("PATH")) {
      throw new IllegalArgumentException(
          "--arm-env: expected no variable that changes which programs run, found PATH; write an"
              + " arm's command with the program's full path");
    }
    if (name.startsWith("ASSIZE_")) {
      throw new IllegalArgumentException(
          "--arm-env: expected a name outside ASSIZE_*, found "
              + name
              + "; these are set by the laboratory");
    }
    return new ArmEnvironment(arm, name, text.substring(equals + 1));
  }

  private static void refuseCharacters(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      String found =
          switch (c) {
            case ',' -> "a comma; repeat --arm-env for each variable";
            case '\'', '"', '`' -> "a quote; a shell removes its own, this one would be passed on";
            case '$' -> "'$'; nothing is expanded here, write the value out";
            default ->
                Character.isWhitespace(c) || Character.isISOControl(c)
                    ? "a space or control character; such values belong in the spec"
                    : "";
          };
      if (!found.isEmpty()) {
        throw new IllegalArgumentException(
            "--arm-env: expected no comma, space, quote or '$', found at character "
                + (i + 1)
                + " of '"
                + text
                + "' "
                + found);
      }
    }
  }
}
