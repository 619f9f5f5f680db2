package dev.assize.experiment;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what someone meant to write. */
final class Nearest {
  private Nearest() {}

  /** Returns the candidate with the fewest edits from {@code word}, if it is near enough. */
  static Optional<String> of(String word, Collection<String> candidates) {
    String best = null;
    int least = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int edits = edits(plain(word), plain(candidate));
      if (edits < least) {
        least = edits;
        best = candidate;
      }
    }
    int enough = Math.max(2, word.length() / 2);
    return best != null && least <= enough ? Optional.of(best) : Optional.empty();
  }

  private static String plain(String word) {
    String start = word.length() > 60 ? word.substring(0, 60) : word;
    return start.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Levenshtein distance where exchanging two neighbours is one edit. */
  private static int edits(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + same, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
