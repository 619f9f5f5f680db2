package dev.assize.observe;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Closes files that were only read: nothing is lost when that fails. */
final class Quietly {
  private Quietly() {}

  static void close(@Nullable KernelFile file) {
    if (file != null) {
      try {
        file.close();
      } catch (IOException nothingLost) {
        return;
      }
    }
  }
}
