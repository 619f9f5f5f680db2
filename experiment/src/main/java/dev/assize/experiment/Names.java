package dev.assize.experiment;

import java.util.regex.Pattern;

/**
 * The rule that all names in a spec share: they become path segments, JSON keys and table headings.
 */
final class Names {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._=+-]{0,99}");

  private Names() {}

  static String checked(String kind, String value) {
    if (!NAME.matcher(value).matches()) {
      throw new IllegalArgumentException(
          kind
              + " name: expected 1 to 100 of A-Z a-z 0-9 . _ = + - starting with a letter or digit,"
              + " found '"
              + value
              + "'");
    }
    return value;
  }
}
