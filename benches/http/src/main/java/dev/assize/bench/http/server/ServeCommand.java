package dev.assize.bench.http.server;

import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.message.DurationConverter;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code assize-http serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Serves /json, /json-64k, /ws/echo, /ws/hub, /sse and POST /sse/publish until it is ended.",
      "",
      "Prints one line with the effective settings and one ready line. Counters are at /counters"
          + " (JSON) and /metrics (Prometheus) of the admin port."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "1:the engine, or what was asked of it, is not available here",
      "2:the command line is wrong, or a port is taken",
      "143:ended by SIGTERM"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize-http serve --engine epoll --port 8080 --admin-port 8081",
      "  assize-http serve --engine io_uring --zero-copy on --zero-copy-min-bytes 4096 --port 8080",
      "  assize-http serve --engine io_uring --variant bufring --zero-copy off --port 0",
      "  assize-http serve --engine nio --delay 5ms --stall-at 10s --stall 1s --port 8080"
    })
public final class ServeCommand implements Callable<Integer> {
  private static final int MOST_THREADS = 1024;

  @Option(
      names = "--engine",
      defaultValue = "nio",
      description = "One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private ServerOptions.Engine engine = ServerOptions.Engine.NIO;

  @Option(
      names = "--zero-copy",
      defaultValue = "off",
      description =
          "One of: ${COMPLETION-CANDIDATES}; auto turns it on when a probe passes. Default:"
              + " ${DEFAULT-VALUE}.")
  private ServerOptions.ZeroCopy zeroCopy = ServerOptions.ZeroCopy.OFF;

  @Option(
      names = "--zero-copy-min-bytes",
      defaultValue = "4096",
      paramLabel = "N",
      description = "Smallest buffer that is sent with zero copy. Default: ${DEFAULT-VALUE}.")
  private int zeroCopyMinBytes = 4096;

  @Option(
      names = "--variant",
      defaultValue = "default",
      description = "One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private ServerOptions.Variant variant = ServerOptions.Variant.DEFAULT;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Event loops. Default: 1, two-loops 2.")
  private @Nullable Integer threads;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Default: ${DEFAULT-VALUE}.")
  private String host = "127.0.0.1";

  @Option(names = "--port", required = true, description = "0 for a free one.")
  private int port;

  @Option(
      names = "--admin-port",
      defaultValue = "0",
      description = "0, the default, for a free one.")
  private int adminPort;

  @Option(
      names = "--tick",
      defaultValue = "0s",
      converter = DurationConverter.class,
      paramLabel = "PERIOD",
      description = "A message of the server's own to all subscribers this often.")
  private Duration ticker = Duration.ZERO;

  @Option(
      names = "--delay",
      defaultValue = "0s",
      converter = DurationConverter.class,
      paramLabel = "TIME",
      description = "Answer each HTTP request this much later: a known latency.")
  private Duration delay = Duration.ZERO;

  @Option(
      names = "--stall-at",
      defaultValue = "0s",
      converter = DurationConverter.class,
      paramLabel = "TIME",
      description = "Stop all event loops this long after the first connection.")
  private Duration stallAfter = Duration.ZERO;

  @Option(
      names = "--stall",
      defaultValue = "1s",
      converter = DurationConverter.class,
      paramLabel = "TIME",
      description = "How long they stop. Default: ${DEFAULT-VALUE}.")
  private Duration stall = Duration.ofSeconds(1);

  @Option(
      names = "--corrupt-every",
      defaultValue = "0",
      paramLabel = "N",
      description = "Plant a wrong byte in each N-th answer of a connection, to test a client.")
  private int corruptEvery;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws BenchFailure {
    PrintWriter out = Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut();
    // Closed by the end of the process: nothing of it outlives that.
    Server server = Server.start(options(), line -> say(out, line));
    ServerOptions.ZeroCopy asked = server.transport().options().zeroCopy();
    if (engine == ServerOptions.Engine.IO_URING && asked != ServerOptions.ZeroCopy.OFF) {
      say(out, "zero-copy probe: " + server.transport().probe());
    }
    say(out, server.transport().settings());
    say(
        out,
        "assize-http ready port="
            + server.port()
            + " admin="
            + server.adminPort()
            + " pid="
            + ProcessHandle.current().pid());
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shutdown"));
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      server.close();
    }
    return 0;
  }

  /** Serves with the options of {@code serve}, without its output, until the work is done. */
  public static void whileServing(List<String> options, IntConsumer work) throws BenchFailure {
    ServeCommand command = new ServeCommand();
    new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(options.toArray(new String[0]));
    try (Server server = Server.start(command.options(), line -> {})) {
      work.accept(server.port());
    }
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  private ServerOptions options() throws BenchFailure {
    check(port >= 0 && port <= 65_535, "--port", "0 to 65535", port);
    check(adminPort >= 0 && adminPort <= 65_535, "--admin-port", "0 to 65535", adminPort);
    check(zeroCopyMinBytes >= 1, "--zero-copy-min-bytes", "at least 1", zeroCopyMinBytes);
    check(corruptEvery >= 0, "--corrupt-every", "at least 0", corruptEvery);
    Integer wanted = threads;
    int loops = wanted != null ? wanted : variant == ServerOptions.Variant.TWO_LOOPS ? 2 : 1;
    check(loops >= 1 && loops <= MOST_THREADS, "--threads", "1 to " + MOST_THREADS, loops);
    return new ServerOptions(
        engine,
        zeroCopy,
        zeroCopyMinBytes,
        variant,
        host,
        port,
        adminPort,
        loops,
        delay,
        stallAfter,
        stall,
        ticker,
        corruptEvery);
  }

  private static void check(boolean right, String option, String expected, int found)
      throws BenchFailure {
    if (!right) {
      throw BenchFailure.usage(option + ": expected " + expected + ", found " + found);
    }
  }
}
