package dev.assize.bench.http.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assize.bench.http.message.Addresses;
import dev.assize.bench.http.message.BenchFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Publishes the counters on a listener of its own, served by the JDK on a thread of its own: no
 * route, no connection and no task more on the engine that is measured.
 */
final class Admin implements AutoCloseable {
  private final HttpServer server;

  private Admin(HttpServer server) {
    this.server = server;
  }

  static Admin start(ServerOptions options, Counters counters) throws BenchFailure {
    try {
      HttpServer server = HttpServer.create(Addresses.of(options.host(), options.adminPort()), 0);
      document(server, "/counters", "application/json", Admin::json, counters);
      document(server, "/metrics", "text/plain; version=0.0.4", Admin::prometheus, counters);
      server.start();
      return new Admin(server);
    } catch (IOException e) {
      throw BenchFailure.usage(
          "--admin-port "
              + options.adminPort()
              + ": expected to listen on "
              + options.host()
              + ", found: "
              + e.getMessage()
              + "; choose another port, or 0 for a free one");
    }
  }

  private static void document(
      HttpServer server,
      String path,
      String type,
      Function<Counters.Snapshot, String> writer,
      Counters counters) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            boolean found = exchange.getRequestURI().getPath().equals(path);
            respond(
                exchange,
                found ? 200 : 404,
                found ? type : "text/plain",
                found ? writer.apply(counters.snapshot()) : "expected /counters or /metrics\n");
          }
        });
  }

  private static void respond(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  static String json(Counters.Snapshot snapshot) {
    return "{\"pid\":"
        + snapshot.pid()
        + ",\"unix_ns\":"
        + snapshot.unixNanos()
        + ",\"monotonic_ns\":"
        + snapshot.monotonicNanos()
        + snapshot.published().stream()
            .map(entry -> ",\"" + entry.getKey() + "\":" + entry.getValue())
            .collect(Collectors.joining())
        + "}\n";
  }

  static String prometheus(Counters.Snapshot snapshot) {
    return "# TYPE assize_http_pid gauge\nassize_http_pid "
        + snapshot.pid()
        + "\n# TYPE assize_http_unix_ns gauge\nassize_http_unix_ns "
        + snapshot.unixNanos()
        + "\n"
        + snapshot.published().stream()
            .map(
                entry ->
                    "# TYPE assize_http_"
                        + entry.getKey()
                        + " counter\nassize_http_"
                        + entry.getKey()
                        + " "
                        + entry.getValue()
                        + "\n")
            .collect(Collectors.joining());
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
