package dev.assize.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that reports must equal, byte for byte. After a wanted change, write them again and look at
 * the difference:
 *
 * <pre>mvn -pl report -am test -Dtest=GoldenTest -Dgolden=write \
 *     -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
final class Golden {
  static final Path DIRECTORY = Path.of("src/test/resources/golden");

  private Golden() {}

  static boolean writing() {
    return "write".equals(System.getProperty("golden"));
  }

  static void check(String name, String actual) throws IOException {
    Path file = DIRECTORY.resolve(name);
    if (writing()) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, actual);
    }
    assertThat(actual).as("golden file %s", file).isEqualTo(Files.readString(file));
  }
}
