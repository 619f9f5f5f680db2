package dev.assize.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.server.Servers;
import java.util.List;

/** Loads for tests of the server. */
public final class Loads {
  private static final List<String> SCENARIOS =
      List.of("get-json", "get-json-64k", "ws-echo", "ws-hub-broadcast", "sse-fanout");

  static {
    // The first load of a JVM spends its time on loading classes.
    try (Servers servers = Servers.plain()) {
      for (String scenario : SCENARIOS) {
        BenchRun.load(servers.port(), scenario, "--warm-up", "0s", "--duration", "500ms");
      }
    } catch (BenchFailure e) {
      throw new IllegalStateException(e);
    }
  }

  private Loads() {}

  /** Loads for a moment; fails unless every answer was right. Returns what was printed. */
  public static String briefly(int port, String scenario, String... more) {
    String[] options = {
      "--connections", "8", "--warm-up", "0s", "--duration", "250ms", "--allow-bottleneck"
    };
    String[] all = new String[options.length + more.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    BenchRun run = BenchRun.load(port, scenario, all);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.number("errors")).isZero();
    assertThat(run.number("unanswered")).isZero();
    return run.out();
  }
}
