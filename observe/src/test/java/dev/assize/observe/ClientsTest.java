package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.counters.Counters;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients in Java and C, and what conformance says of them and of others. */
final class ClientsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  @TempDir static Path directory;

  /** A program with the Java client. */
  static final class Instrumented {
    private Instrumented() {}

    public static void main(String[] arguments) throws Exception {
      AtomicLong hits = new AtomicLong();
      Counters lab =
          Counters.open(
                  "cache",
                  "java",
                  List.of(new Counters.Setting("size", "64m", "32m")),
                  () -> Map.of("hits", hits.incrementAndGet()))
              .orElseThrow();
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    try {
                      lab.close();
                    } catch (java.io.IOException unreachable) {
                      return;
                    }
                  }));
      Thread.sleep(60_000);
    }
  }

  private static final String C_PROGRAM =
      """
      #include "assize_counters.h"
      #include <signal.h>
      static volatile sig_atomic_t over;
      static void end(int signal) { (void)signal; over = 1; }
      int main(void) {
        struct assize_link lab = ASSIZE_LINK_NONE;
        struct assize_counter counters[] = {{"hits", 1}, {"misses", 0}};
        signal(SIGTERM, end);
        if (assize_open(&lab, "cache", "c") != 0) { perror("open"); return 1; }
        assize_setting(&lab, "size", "64m", "32m");
        assize_ready(&lab);
        while (!over) {
          counters[0].value++;
          if (assize_answer(&lab, counters, 2) != 0) { perror("answer"); return 1; }
          usleep(1000);
        }
        return assize_final(&lab, counters, 2) == 0 ? 0 : 1;
      }
      """;

  private static List<Conformance.Finding> check(String... command) throws Exception {
    return Conformance.check(List.of(command), PATIENCE);
  }

  private static void conforms(List<Conformance.Finding> findings) {
    assertThat(findings).hasSize(6).allSatisfy(f -> assertThat(f.kept()).as(f.toString()).isTrue());
  }

  @Test
  void javaClientConforms() throws Exception {
    conforms(
        check(
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            System.getProperty("java.class.path"),
            Instrumented.class.getName()));
  }

  @Test
  void headerCompilesWithoutAWarningAndConforms() throws Exception {
    Path source = directory.resolve("program.c");
    Path program = directory.resolve("program");
    java.nio.file.Files.writeString(source, C_PROGRAM);
    Path include = Path.of("../counters/include").toAbsolutePath().normalize();
    for (String standard : List.of("-std=gnu11", "-std=c99")) {
      Process gcc =
          new ProcessBuilder(
                  "gcc",
                  standard,
                  "-D_GNU_SOURCE",
                  "-Wall",
                  "-Wextra",
                  "-Werror",
                  "-O1",
                  "-I" + include,
                  "-o",
                  program.toString(),
                  source.toString())
              .redirectErrorStream(true)
              .redirectOutput(new File("/dev/stderr"))
              .start();
      assertThat(gcc.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(gcc.exitValue()).as(standard).isZero();
    }
    conforms(check(program.toString()));
    // Outside of a trial it runs as if there were no protocol.
    try (Commands alone =
        Commands.start(Map.of(), "sh", "-c", program + " & sleep 0.2; kill $!; wait $!")) {
      assertThat(alone.await()).isZero();
    }
  }

  @Test
  void pythonOfTheHandbookConforms() throws Exception {
    String page = java.nio.file.Files.readString(Path.of("../docs/counter-protocol.md"));
    String script = page.substring(page.indexOf("```python\n") + 10);
    conforms(check("python3", "-c", script.substring(0, script.indexOf("```"))));
  }

  @Test
  void javaClientDoesNothingOutsideOfATrial() throws Exception {
    assertThat(System.getenv(CounterServer.VARIABLE)).isNull();
    assertThat(Counters.open("cache", "x", List.of(), Map::of)).isEmpty();
  }

  @Test
  void everyRuleCanBeBroken() throws Exception {
    String head =
        """
            import os, socket, time
            lab = socket.socket(socket.AF_UNIX); lab.connect(os.environ['ASSIZE_COUNTERS'])
            def say(t): lab.sendall((t + '\\n').encode())
            lines = lab.makefile()
            def answer(*c): t = lines.readline().split()[1]; say('\\n'.join(['counters %s %d' % (t, len(c)), *c]))
            say('hello 1 %d cache a' % os.getpid())
            """;
    broken(0, head + "say('final 0')");
    broken(1, head + "say('ready'); answer('a 1'); answer('a 1'); say('what')");
    broken(2, head + "say('ready'); lines.readline(); say('counters x 0')");
    broken(3, head + "say('ready'); answer('a 1'); answer('b 1'); say('final 1\\na 1')");
    broken(4, head + "say('ready'); answer('a 2'); answer('a 3'); say('final 1\\na 1')");
    broken(5, head + "say('ready'); answer('a 1'); answer('a 1')");
    broken(0, "pass");
  }

  private static void broken(int rule, String script) throws Exception {
    List<Conformance.Finding> findings = check("python3", "-c", script);
    assertThat(findings.get(rule).kept()).as(script + "\n" + findings).isFalse();
    assertThat(findings.get(rule).found()).isNotEmpty();
    List<String> kept = new ArrayList<>();
    findings.forEach(f -> kept.add(f.kept() + " " + f.rule()));
    if (rule > 0) {
      assertThat(findings.get(0).kept()).as(script + kept).isTrue();
    }
  }
}
