package dev.assize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassFormatsTest {
  @TempDir Path temp;

  @Test
  void everyOldClassOfPicocliIsRaisedOnceAndStillRuns() throws Exception {
    Path jar = temp.resolve("picocli.jar");
    Files.copy(onClassPath("picocli-4"), jar);
    long entries = count(jar);
    assertThat(ClassFormats.raise(jar)).isGreaterThan(100);

    assertThat(count(jar)).isEqualTo(entries);
    try (ZipFile raised = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(raised.entries())) {
        if (entry.getName().endsWith(".class")) {
          byte[] bytes = raised.getInputStream(entry).readAllBytes();
          assertThat(ClassFormats.version(bytes)).as(entry.getName()).isGreaterThanOrEqualTo(50);
        }
      }
    }
    // The JVM verifies what it loads, and takes no class of this version without its stack maps.
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                jar.toString(),
                "picocli.AutoComplete",
                "--help")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(0);
    assertThat(said).contains("Usage: picocli.AutoComplete");

    byte[] once = Files.readAllBytes(jar);
    assertThat(ClassFormats.raise(jar)).isEqualTo(0);
    assertThat(Files.readAllBytes(jar)).isEqualTo(once);
    try (var left = Files.list(temp)) {
      assertThat(left).containsExactly(jar);
    }
  }

  @Test
  void aJarOfNewClassesStaysAsItIs() throws Exception {
    Path jar = temp.resolve("yaml.jar");
    Files.copy(onClassPath("snakeyaml-engine"), jar);
    byte[] before = Files.readAllBytes(jar);
    assertThat(ClassFormats.raise(jar)).isEqualTo(0);
    assertThat(Files.readAllBytes(jar)).isEqualTo(before);
  }

  private static long count(Path jar) throws Exception {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.size();
    }
  }

  static Path onClassPath(String name) {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (String.valueOf(path.getFileName()).startsWith(name)) {
        return path;
      }
    }
    throw new AssertionError(name + " is not on the class path");
  }
}
