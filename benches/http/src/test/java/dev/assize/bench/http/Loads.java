package dev.assize.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

/** Loads for tests of the server. */
public final class Loads {
  private Loads() {}

  /** Loads for a moment; fails unless every answer was right. Returns what was printed. */
  public static String briefly(int port, String scenario, String... more) {
    String[] options = {
      "--connections", "8", "--warm-up", "50ms", "--duration", "200ms", "--patience", "5s"
    };
    String[] all = new String[options.length + more.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    BenchRun run = BenchRun.load(port, scenario, all);
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.number("errors")).isZero();
    assertThat(run.number("unanswered")).isZero();
    return run.out();
  }
}
