package dev.assize.bench.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.bench.http.Loads;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AdminTest {
  private static String get(int port, String path, int status) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
    assertThat(connection.getResponseCode()).isEqualTo(status);
    try (InputStream body =
        status == 200 ? connection.getInputStream() : connection.getErrorStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static long value(String text, String form) {
    Matcher matcher = Pattern.compile(form).matcher(text);
    assertThat(matcher.find()).as("%s in %s", form, text).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  @Test
  void countersCarryPidAndTimeAndAddUp() throws Exception {
    try (Servers servers = Servers.plain()) {
      int admin = servers.server().adminPort();
      long before = value(get(admin, "/counters", 200), "\"connections_opened\":([0-9]+)");
      assertThat(before).as("a look at the counters is no connection of the engine").isZero();
      Loads.briefly(servers.port(), "get-json");
      Quiet.after(servers.server());
      String json = get(admin, "/counters", 200);
      assertThat(json).startsWith("{").endsWith("}\n");
      assertThat(value(json, "\"pid\":([0-9]+)")).isEqualTo(ProcessHandle.current().pid());
      long now = System.currentTimeMillis();
      assertThat(value(json, "\"unix_ns\":([0-9]+)") / 1_000_000).isBetween(now - 60_000, now + 1);
      assertThat(value(json, "\"bytes_written\":([0-9]+)"))
          .isPositive()
          .isEqualTo(
              value(json, "\"inline_bytes\":([0-9]+)") + value(json, "\"ring_bytes\":([0-9]+)"));
      String metrics = get(admin, "/metrics", 200);
      assertThat(value(metrics, "(?m)^assize_http_pid ([0-9]+)$"))
          .isEqualTo(ProcessHandle.current().pid());
      assertThat(value(metrics, "(?m)^assize_http_responses ([0-9]+)$"))
          .isEqualTo(value(json, "\"responses\":([0-9]+)"));
      assertThat(get(admin, "/counters/more", 404)).contains("/metrics");
    }
  }

  @Test
  void theEngineHasNoRouteToTheCounters() throws Exception {
    try (Servers servers = Servers.plain()) {
      assertThat(get(servers.port(), "/counters", 404)).contains("/json");
    }
  }

  @Test
  void theServersOwnMessagesReachSubscribers() throws Exception {
    ServerOptions quiet =
        Servers.options(
            ServerOptions.Engine.NIO, ServerOptions.ZeroCopy.OFF, ServerOptions.Variant.TWO_LOOPS);
    ServerOptions ticking =
        new ServerOptions(
            quiet.engine(),
            quiet.zeroCopy(),
            quiet.zeroCopyMinBytes(),
            quiet.variant(),
            quiet.host(),
            0,
            0,
            quiet.threads(),
            quiet.delay(),
            quiet.stallAfter(),
            quiet.stall(),
            java.time.Duration.ofMillis(10),
            0);
    try (Servers servers = Servers.start(ticking)) {
      URI uri = URI.create("http://127.0.0.1:" + servers.port() + "/sse");
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      try (InputStream events = connection.getInputStream()) {
        String first = new String(events.readNBytes(38), StandardCharsets.US_ASCII);
        assertThat(first).matches("data: 00000000ffffffff[0-9a-f]{16}");
        events.readNBytes(256 + 8 - 38);
        String second = new String(events.readNBytes(38), StandardCharsets.US_ASCII);
        assertThat(Long.parseLong(second.substring(22), 16))
            .isEqualTo(Long.parseLong(first.substring(22), 16) + 1);
      }
    }
  }
}
