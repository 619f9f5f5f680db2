package dev.assize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bash script beside the sources, with a product laid out as the build does. */
final class LauncherTest {
  private static final Pattern MODULE = Pattern.compile("([a-z]+)/target/classes/?$");
  private static final Set<String> LIBRARIES =
      Set.of("assize-", "picocli", "jackson", "snakeyaml", "jspecify");

  /** A product that was started once: preparing one takes seconds. */
  @TempDir static Path prepared = Path.of(".");

  @TempDir Path temp;
  Path dist = Path.of(".");
  Assize real = new Assize(Path.of("."));

  @BeforeAll
  static void prepare() throws Exception {
    Path dist = Files.createDirectories(prepared.resolve("cli/target/dist"));
    Path lib = Files.createDirectory(dist.resolve("lib"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry).toAbsolutePath();
      Matcher module = MODULE.matcher(entry);
      String name = String.valueOf(path.getFileName());
      if (module.find()) {
        String jar = lib.resolve(module.group(1) + ".jar").toString();
        ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
        int status = tool.run(System.out, System.err, "-c", "-f", jar, "-C", path.toString(), ".");
        assertThat(status).isEqualTo(0);
      } else if (isOfProduct(name)) {
        Files.copy(path, lib.resolve(name));
      }
    }
    Files.copy(
        Path.of("../assize"), prepared.resolve("assize"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(dist.resolve("built"), "");
    Assize.Result first = Assize.finish(in(prepared).start(List.of("./assize", "--version")));
    assertThat(first.status()).as("%s", first).isEqualTo(0);
    assertThat(dist.resolve("assize.aot")).isNotEmptyFile();
  }

  @BeforeEach
  void copy() throws Exception {
    String from = prepared + "/.";
    Process copying = new ProcessBuilder("cp", "-a", from, temp.toString()).inheritIO().start();
    assertThat(copying.waitFor()).isEqualTo(0);
    dist = temp.resolve("cli/target/dist");
    real = in(temp);
  }

  private static Assize in(Path directory) {
    return new Assize(directory).with("ASSIZE_JAVA_HOME", System.getProperty("java.home"));
  }

  private static boolean isOfProduct(String jar) {
    return LIBRARIES.stream().anyMatch(jar::startsWith)
        && !jar.contains("tests")
        && !jar.contains("codegen");
  }

  private Assize.Result launch(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("./assize"));
    command.addAll(List.of(arguments));
    return Assize.finish(real.start(command));
  }

  private Assize.Result launchOnTerminal(String line) throws Exception {
    return Assize.finish(real.start(List.of("script", "-qec", "./assize " + line, "/dev/null")));
  }

  @Test
  void helpAndVersionAreWhatTheCommandPrintsWithAndWithoutColour() throws Exception {
    Assize.Result help = real.run("--help");
    assertThat(help.out()).isNotEmpty();
    assertThat(launch("--help")).isEqualTo(help);
    assertThat(launch("-h")).isEqualTo(help);
    assertThat(launch("--version")).isEqualTo(real.run("--version"));
    real.with("TERM", "xterm");
    Assize.Result coloured = real.onTerminal("--help");
    assertThat(coloured.out()).contains("\033[1m");
    assertThat(launchOnTerminal("--help")).isEqualTo(coloured);
    real.with("NO_COLOR", "1");
    assertThat(launchOnTerminal("--help").out().replace("\r", "")).isEqualTo(help.out());

    // The texts are ASCII, so that no locale changes them; and they are what was printed.
    assertThat(Files.readString(dist.resolve("help.plain"))).isEqualTo(help.out()).isASCII();
    Files.writeString(dist.resolve("help.plain"), "kept\n");
    assertThat(launch("--help").out()).isEqualTo("kept\n");
    assertThat(launch("--help", "run").out()).isEqualTo(help.out());
  }

  @Test
  void aTextThatCannotBeWrittenIsNoSuccess() throws Exception {
    Assize.Result full =
        Assize.finish(real.start(List.of("bash", "-c", "./assize --help >/dev/full")));
    assertThat(full.status()).isEqualTo(4);
    assertThat(full.err()).startsWith("assize: stdout: expected").hasLineCount(1);
  }

  @Test
  void theJdkIsSearchedForOnceAndAgainWhenWhatItDependsOnChanges() throws Exception {
    String jdk = System.getProperty("java.home");
    Path kept = dist.resolve("jdk");
    assertThat(Files.readString(kept)).startsWith(jdk + "|").endsWith("\0" + jdk + "\0");

    // The JDK of another search is asked for the version anew: its texts are made again.
    Files.writeString(dist.resolve("version"), "of another JDK\n");
    Files.writeString(kept, "elsewhere\0/nowhere/jdk\0");
    assertThat(launch("--version").out()).startsWith("assize ");
    assertThat(Files.readString(kept)).startsWith(jdk + "|").endsWith("\0" + jdk + "\0");

    // The same JDK by another environment stays prepared.
    Files.writeString(dist.resolve("version"), "prepared\n");
    real.with("JAVA_HOME", "/nowhere/jdk");
    assertThat(launch("--version").out()).isEqualTo("prepared\n");
    assertThat(Files.readString(kept)).contains("|/nowhere/jdk|");
  }

  @Test
  void itRunsThroughALinkFromAnotherDirectory() throws Exception {
    Path other = Files.createDirectory(temp.resolve("other"));
    Files.createSymbolicLink(other.resolve("linked"), temp.resolve("assize"));
    Assize.Result through =
        Assize.finish(real.start(List.of("bash", "-c", "cd other && ./linked ls --runs .")));
    assertThat(through.status()).as("%s", through).isEqualTo(0);
    Assize.Result onPath =
        Assize.finish(real.start(List.of("bash", "-c", "PATH=$PWD:$PATH; cd other; assize ls")));
    assertThat(onPath.status()).as("%s", onPath).isEqualTo(0);
  }
}
