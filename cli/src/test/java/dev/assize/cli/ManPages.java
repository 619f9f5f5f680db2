package dev.assize.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes docs/man from the commands: {@code ManPages <directory>}. The pages are AsciiDoc; {@code
 * mvn -Pman} makes roff of them.
 */
final class ManPages {
  private ManPages() {}

  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]));
  }

  static void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    CommandLine assize =
        Main.commandLine().setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    int status =
        ManPageGenerator.generateManPage(
            directory.toFile(), null, new boolean[0], true, assize.getCommandSpec());
    if (status != CommandLine.ExitCode.OK) {
      throw new IOException("the generator of man pages ended with status " + status);
    }
  }

  /** Returns the pages in a directory by name. */
  static SortedMap<String, String> read(Path directory) {
    SortedMap<String, String> pages = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.adoc")) {
      for (Path file : files) {
        pages.put(
            String.valueOf(file.getFileName()), Files.readString(file, StandardCharsets.UTF_8));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return pages;
  }
}
