package dev.assize.bench.http.load;

import dev.assize.bench.http.message.Addresses;
import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.message.DurationConverter;
import dev.assize.bench.http.message.MessagePattern;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code assize-http load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Loads a server and prints what it answered, one 'name value' a line.",
      "",
      "Without --rate each connection starts its next exchange when one has ended (saturation)."
          + " With --rate work starts on a schedule, and a latency counts from when its work was"
          + " due. With --slo the highest rate that keeps p99 within each limit is searched for."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the load was carried out and every answer was right",
      "1:an error of a connection or a wrong answer, or the numbers could not be kept",
      "2:the command line is wrong; nothing was run",
      "3:the generator was the bottleneck (--allow-bottleneck: say so, and end with 0)"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize-http load --scenario get-json --port 8080 --connections 64 --duration 30s",
      "  assize-http load --scenario ws-large-echo --port 8080 --connections 16 --rate 5000",
      "  assize-http load --scenario sse-fanout --port 8080 --connections 128 --rate 200 --histogram f.hlog",
      "  assize-http load --scenario get-json --port 8080 --slo 10ms,50ms,100ms --duration 10s"
    })
public final class LoadCommand implements Callable<Integer> {
  private static final int MOST_CONNECTIONS = 1_000_000;

  @Option(
      names = "--scenario",
      required = true,
      paramLabel = "NAME",
      description = "One of: ${COMPLETION-CANDIDATES}.")
  private LoadScenario scenario = LoadScenario.GET_JSON;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Default: ${DEFAULT-VALUE}.")
  private String host = "127.0.0.1";

  @Option(names = "--port", required = true, description = "The server's port.")
  private int port;

  @Option(
      names = "--connections",
      defaultValue = "64",
      paramLabel = "N",
      description = "Connections, or subscribers of a fan-out. Default: ${DEFAULT-VALUE}.")
  private int connections = 64;

  @Option(
      names = "--duration",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description = "The measured window. Default: ${DEFAULT-VALUE}.")
  private Duration duration = Duration.ofSeconds(10);

  @Option(
      names = "--warm-up",
      defaultValue = "2s",
      converter = DurationConverter.class,
      description = "Load before the window, at the same pace. Default: ${DEFAULT-VALUE}.")
  private Duration warmUp = Duration.ofSeconds(2);

  @Option(
      names = "--rate",
      paramLabel = "R",
      description = "Starts a second: requests, messages sent, or messages published.")
  private @Nullable Double rate;

  @Option(
      names = "--slo",
      split = ",",
      paramLabel = "LIMIT",
      converter = DurationConverter.class,
      description = "Search the highest rate that keeps p99 within each limit.")
  private List<Duration> slo = List.of();

  @Option(
      names = "--in-flight",
      defaultValue = "4",
      paramLabel = "N",
      description =
          "Messages of a fan-out under way at once without --rate. Default: ${DEFAULT-VALUE}.")
  private int inFlight = 4;

  @Option(
      names = "--message-bytes",
      paramLabel = "N",
      description = "Payload of a message; default 256, ws-large-echo 65536.")
  private @Nullable Integer messageBytes;

  @Option(
      names = "--histogram",
      paramLabel = "FILE",
      description = "Keep the latencies in HdrHistogram's log format (.hlog).")
  private @Nullable Path histogram;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Keep what is printed as one JSON object.")
  private @Nullable Path json;

  @Option(
      names = "--clock-start",
      description = "Add the window's start, CLOCK_MONOTONIC, to the line in $ASSIZE_CLOCK.")
  private boolean clockStart;

  @Option(
      names = "--patience",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description =
          "How long to wait for connections, and for answers after the window. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration patience = Duration.ofSeconds(10);

  @Option(names = "--allow-errors", description = "Count errors and go on.")
  private boolean allowErrors;

  @Option(
      names = "--allow-bottleneck",
      description = "Say that the generator was the bottleneck, and end with 0.")
  private boolean allowBottleneck;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws BenchFailure {
    RunSettings settings = settings();
    PrintWriter out = Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut();
    Results results = new Results(out);
    if (slo.isEmpty()) {
      Outcome outcome = run(settings);
      results.print(settings, outcome);
      keep(settings, outcome);
      clock(outcome.recorder().window());
      write(results);
      return judged(outcome);
    } else {
      long start = System.nanoTime();
      search(settings, results, out);
      clock(new Window(start, System.nanoTime()));
      write(results);
      return 0;
    }
  }

  private void write(Results results) throws BenchFailure {
    Path file = json;
    if (file != null) {
      results.write(file);
    }
  }

  private int judged(Outcome outcome) {
    if (!outcome.generatorIsBottleneck()) {
      return 0;
    }
    PrintWriter err = Objects.requireNonNull(spec, "picocli sets it").commandLine().getErr();
    err.println(
        "assize-http load: the generator was the bottleneck ("
            + outcome.bottleneck()
            + "), so the numbers say more of it than of the server; start several, give it a"
            + " processor of its own, or lower --rate or --connections");
    err.flush();
    return allowBottleneck ? 0 : BenchFailure.BOTTLENECK;
  }

  private void search(RunSettings settings, Results results, PrintWriter out) throws BenchFailure {
    SloSearch search =
        new SloSearch(
            settings,
            trial -> trial.driver().run(),
            trial -> {
              out.printf(
                  Locale.ROOT,
                  "# tried %.3f a second: p99 %d ns%s%s%n",
                  trial.rate(),
                  trial.p99(),
                  trial.sustained() ? "" : ", not sustained",
                  trial.generatorIsBottleneck() ? ", generator is the bottleneck" : "");
              out.flush();
            });
    for (SloSearch.Answer answer : search.search(slo)) {
      String name = "slo_" + name(answer.limit());
      results.number(name + "_per_second", answer.rate());
      if (answer.rate() > 0) {
        results.count(name + "_p99_ns", answer.p99());
      }
    }
    out.flush();
  }

  private static String name(Duration limit) {
    long nanos = limit.toNanos();
    return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos + "ns";
  }

  /** Runs once; wrong, missing or no answers fail it. */
  private static Outcome run(RunSettings settings) throws BenchFailure {
    Outcome outcome = settings.driver().run();
    if (outcome.recorder().endedInside() == 0) {
      throw BenchFailure.failed(
          "expected answers inside the window of "
              + settings.duration().toMillis()
              + " ms, found none; is the server stuck?");
    }
    if (outcome.unanswered() > 0
        && settings.pacing() instanceof Pacing.Closed
        && !settings.allowErrors()) {
      throw BenchFailure.failed(
          outcome.unanswered()
              + " of the last exchanges had no answer within "
              + settings.patience().toMillis()
              + " ms; is the server stuck?");
    }
    return outcome;
  }

  private RunSettings settings() throws BenchFailure {
    check(port >= 1 && port <= 65_535, "--port", "1 to 65535", port);
    check(
        connections >= 1 && connections <= MOST_CONNECTIONS,
        "--connections",
        "1 to " + MOST_CONNECTIONS,
        connections);
    check(duration.toMillis() >= 1, "--duration", "at least 1ms", duration);
    check(inFlight >= 1 && inFlight <= 1024, "--in-flight", "1 to 1024", inFlight);
    Double wanted = rate;
    if (wanted != null) {
      check(wanted > 0 && wanted <= 1e7, "--rate", "more than 0, at most 10000000", wanted);
      if (!slo.isEmpty()) {
        throw BenchFailure.usage("expected --rate or --slo, found both");
      }
    }
    for (Duration limit : slo) {
      check(limit.isPositive(), "--slo", "limits above 0", limit);
    }
    Integer size = messageBytes;
    int bytes = size == null ? scenario.messageBytes() : size;
    if (size != null || bytes > 0) {
      check(scenario.messageBytes() > 0, "--message-bytes", "a scenario with messages", scenario);
      check(
          bytes >= MessagePattern.HEADER_BYTES && bytes <= MessagePattern.MAX_BYTES,
          "--message-bytes",
          MessagePattern.HEADER_BYTES + " to " + MessagePattern.MAX_BYTES,
          bytes);
    }
    InetSocketAddress address = Addresses.of(host, port);
    Pacing pacing = wanted == null ? new Pacing.Closed(inFlight) : new Pacing.Open(wanted);
    return new RunSettings(
        scenario, address, connections, bytes, pacing, warmUp, duration, patience, allowErrors);
  }

  private static void check(boolean right, String option, String expected, Object found)
      throws BenchFailure {
    if (!right) {
      throw BenchFailure.usage(option + ": expected " + expected + ", found " + found);
    }
  }

  private void keep(RunSettings settings, Outcome outcome) throws BenchFailure {
    Path file = histogram;
    if (file == null) {
      return;
    }
    long age = System.nanoTime() - outcome.recorder().window().start();
    long startMillis = System.currentTimeMillis() - age / 1_000_000;
    HistogramFile.write(
        file, outcome.recorder(), "assize-http load " + settings.scenario(), startMillis);
  }

  /** Tells the lab the measured window, when the lab asks. */
  private void clock(Window window) throws BenchFailure {
    String file = System.getenv("ASSIZE_CLOCK");
    if (file == null || file.isEmpty()) {
      return;
    }
    String line = "load 1 " + window.nanos() + (clockStart ? " " + window.start() : "") + "\n";
    try {
      Files.writeString(Path.of(file), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw BenchFailure.failed(
          "expected to append to $ASSIZE_CLOCK, " + file + ", found: " + e.getMessage());
    }
  }
}
