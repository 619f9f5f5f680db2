package dev.assize.bench.http.load;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * One run of one scenario.
 *
 * @param messageBytes payload of a WebSocket message or an event
 * @param patience how long to wait for connections, and after the window for what is under way
 */
record RunSettings(
    LoadScenario scenario,
    InetSocketAddress address,
    int connections,
    int messageBytes,
    Pacing pacing,
    Duration warmUp,
    Duration duration,
    Duration patience,
    boolean allowErrors) {
  /** The same run at another pace. */
  RunSettings at(Pacing other) {
    return new RunSettings(
        scenario,
        address,
        connections,
        messageBytes,
        other,
        warmUp,
        duration,
        patience,
        allowErrors);
  }

  /** The Host field of a request. */
  String host() {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  Driver driver() throws dev.assize.bench.http.message.BenchFailure {
    return switch (scenario) {
      case GET_JSON, GET_JSON_64K, WS_ECHO, WS_LARGE_ECHO -> new ExchangeDriver(this);
      case WS_HUB_BROADCAST, SSE_FANOUT -> new FanoutDriver(this);
    };
  }
}
