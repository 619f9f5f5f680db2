package dev.assize.bench.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.bench.http.Loads;
import dev.assize.bench.http.server.ServerOptions.Engine;
import dev.assize.bench.http.server.ServerOptions.Variant;
import dev.assize.bench.http.server.ServerOptions.ZeroCopy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario on every engine and variant: right answers, and counters that add up. */
class EndpointsTest {
  private static final List<String> SCENARIOS =
      List.of(
          "get-json", "get-json-64k", "ws-echo", "ws-large-echo", "ws-hub-broadcast", "sse-fanout");

  static Stream<Arguments> setups() {
    return Stream.of(
        Arguments.of(Engine.NIO, ZeroCopy.OFF, Variant.DEFAULT),
        Arguments.of(Engine.NIO, ZeroCopy.OFF, Variant.TWO_LOOPS),
        Arguments.of(Engine.EPOLL, ZeroCopy.OFF, Variant.DEFAULT),
        Arguments.of(Engine.EPOLL, ZeroCopy.OFF, Variant.TWO_LOOPS),
        Arguments.of(Engine.IO_URING, ZeroCopy.OFF, Variant.DEFAULT),
        Arguments.of(Engine.IO_URING, ZeroCopy.ON, Variant.DEFAULT),
        Arguments.of(Engine.IO_URING, ZeroCopy.ON, Variant.BUFRING),
        Arguments.of(Engine.IO_URING, ZeroCopy.ON, Variant.TWO_LOOPS));
  }

  @ParameterizedTest
  @MethodSource("setups")
  void answersAreRightAndCountersAddUp(Engine engine, ZeroCopy zeroCopy, Variant variant)
      throws Exception {
    try (Servers servers = Servers.start(Servers.options(engine, zeroCopy, variant))) {
      for (String scenario : SCENARIOS) {
        Loads.briefly(servers.port(), scenario);
      }
      Counters.Snapshot seen = Quiet.after(servers.server());
      assertThat(seen.value(Counter.REQUESTS)).isEqualTo(seen.value(Counter.RESPONSES));
      assertThat(seen.value(Counter.ERRORS)).isZero();
      // Six loads of 8 connections, and the one that posts events.
      assertThat(seen.value(Counter.CONNECTIONS_OPENED)).isEqualTo(49);
      assertThat(seen.value(Counter.BYTES_READ)).isPositive();
      boolean ring = engine == Engine.IO_URING;
      assertThat(seen.value(ring ? Counter.RING_BYTES : Counter.INLINE_BYTES))
          .isPositive()
          .isEqualTo(seen.value(Counter.BYTES_WRITTEN));
      assertThat(seen.value(ring ? Counter.INLINE_BYTES : Counter.RING_BYTES)).isZero();
      assertThat(seen.value(Counter.ZERO_COPY_SENDS) > 0).isEqualTo(zeroCopy == ZeroCopy.ON);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void bytesAreCountedToTheLast(Engine engine) throws Exception {
    try (Servers servers = Servers.start(Servers.options(engine, ZeroCopy.AUTO, Variant.DEFAULT))) {
      Loads.briefly(servers.port(), "get-json-64k");
      Counters.Snapshot seen = Quiet.after(servers.server());
      Responses responses = new Responses();
      assertThat(seen.value(Counter.BYTES_WRITTEN))
          .isEqualTo(seen.value(Counter.RESPONSES) * responses.largeJson().readableBytes());
    }
  }
}
