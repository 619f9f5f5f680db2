package dev.assize.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files packed beside the classes. */
final class Resources {
  private Resources() {}

  static byte[] read(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("expected the resource " + name + " in the module");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The version of this build. */
  static String version() {
    return new String(read("version.txt"), StandardCharsets.UTF_8).strip();
  }
}
