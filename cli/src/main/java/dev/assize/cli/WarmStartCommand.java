package dev.assize.cli;

import dev.assize.experiment.Spec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/**
 * What the launcher asks for once after a build. With {@code --into} it writes what makes later
 * starts fast; without, it loads what a usual start needs, for the ahead-of-time cache that is
 * recorded meanwhile.
 */
@Command(
    name = "warm-start",
    hidden = true,
    description = "Loads classes for the launcher's cache.")
final class WarmStartCommand implements Callable<Integer> {
  @Option(
      names = "--into",
      paramLabel = "DIST",
      description = "Write the texts of --help and --version, and raise old classes of DIST/lib.")
  @Nullable Path dist;

  @Override
  public Integer call() throws Exception {
    if (dist == null) {
      return load();
    }
    write(dist);
    return ExitCode.VERDICT;
  }

  /** The launcher prints these where the command would print the same. */
  private static void write(Path dist) throws IOException {
    Files.writeString(
        dist.resolve("help.plain"), Main.commandLine(Ansi.OFF).getUsageMessage(Ansi.OFF));
    Files.writeString(dist.resolve("help.colour"), Main.commandLine(Ansi.ON).getUsageMessage());
    Files.writeString(
        dist.resolve("version"), String.join("\n", new Version().getVersion()) + "\n");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(dist.resolve("lib"), "*.jar")) {
      for (Path jar : jars) {
        ClassFormats.raise(jar);
      }
    }
  }

  private static int load() throws Exception {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    CommandLine line = Main.commandLine();
    line.usage(nowhere);
    line.getSubcommands().values().forEach(sub -> sub.usage(nowhere));
    CommandLine quiet = Main.commandLine(Ansi.OFF).setOut(nowhere).setErr(nowhere);
    quiet.execute("--help");
    quiet.execute("--version");
    quiet.execute("run", "--help");
    Path temporary = Files.createTempDirectory("assize-warm-start-");
    Path spec = temporary.resolve("experiment.yaml");
    try {
      // Their results go where the launcher sends them: nowhere.
      Files.writeString(spec, Spec.template());
      Main.commandLine(Ansi.OFF).execute("plan", spec.toString());
      Main.commandLine(Ansi.OFF).execute("ls", "--json", "--runs", temporary.toString());
      return Main.commandLine(Ansi.OFF).execute("doctor");
    } finally {
      Files.deleteIfExists(spec);
      Files.deleteIfExists(temporary);
    }
  }
}
