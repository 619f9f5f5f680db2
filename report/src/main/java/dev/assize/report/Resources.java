package dev.assize.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files that this module carries. */
final class Resources {
  private Resources() {}

  static String text(String name) {
    try (InputStream stream = Resources.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(
            "report: expected the file " + name + " in the module, found none; build it again");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
