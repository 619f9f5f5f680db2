package dev.assize.bench.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.bench.http.Loads;
import dev.assize.bench.http.message.BenchFailure;
import dev.assize.bench.http.server.ServerOptions.Engine;
import dev.assize.bench.http.server.ServerOptions.Variant;
import dev.assize.bench.http.server.ServerOptions.ZeroCopy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is counted as zero copy is what the kernel saw. */
class ZeroCopyTest {
  @ParameterizedTest
  @EnumSource(Variant.class)
  void theCountIsTheKernels(Variant variant) throws Exception {
    try (Tracepoint kernel = new Tracepoint();
        Servers servers = Servers.start(Servers.options(Engine.IO_URING, ZeroCopy.ON, variant))) {
      // The probe's own send, on a ring of its own.
      long probe = kernel.hits();
      Loads.briefly(servers.port(), "ws-large-echo");
      Counters.Snapshot seen = Quiet.after(servers.server());
      assertThat(seen.value(Counter.ZERO_COPY_SENDS))
          .isPositive()
          .isEqualTo(kernel.hits() - probe)
          .isEqualTo(seen.value(Counter.ZERO_COPY_NOTIFICATIONS));
      // All of the payload went that way, and only the answers to the upgrades did not.
      assertThat(seen.value(Counter.ZERO_COPY_BYTES))
          .isEqualTo(seen.value(Counter.MESSAGES_OUT) * (65_536 + 10));
      assertThat(seen.value(Counter.RING_BYTES)).isGreaterThan(seen.value(Counter.ZERO_COPY_BYTES));
      assertThat(seen.value(Counter.INLINE_BYTES)).isZero();
    }
  }

  @Test
  void offMeansThatTheKernelSeesNone() throws Exception {
    try (Tracepoint kernel = new Tracepoint();
        Servers servers =
            Servers.start(Servers.options(Engine.IO_URING, ZeroCopy.OFF, Variant.DEFAULT))) {
      Loads.briefly(servers.port(), "ws-large-echo");
      Counters.Snapshot seen = Quiet.after(servers.server());
      assertThat(kernel.hits()).isZero();
      assertThat(seen.value(Counter.ZERO_COPY_SENDS)).isZero();
      assertThat(seen.value(Counter.RING_BYTES)).isPositive();
    }
  }

  @Test
  void messagesBelowTheLimitAreNotSentThatWay() throws Exception {
    try (Servers servers =
        Servers.start(Servers.options(Engine.IO_URING, ZeroCopy.ON, Variant.DEFAULT))) {
      Loads.briefly(servers.port(), "ws-echo");
      Loads.briefly(servers.port(), "get-json");
      Counters.Snapshot seen = Quiet.after(servers.server());
      assertThat(seen.value(Counter.ZERO_COPY_SENDS)).isZero();
    }
  }

  @Test
  void autoIsDecidedByTheProbeAndSaysSo() throws Exception {
    try (Servers servers =
        Servers.start(Servers.options(Engine.IO_URING, ZeroCopy.AUTO, Variant.DEFAULT))) {
      assertThat(servers.server().transport().settings())
          .contains(
              "engine=io_uring", "zero_copy_requested=auto", "zero_copy=on", "zero_copy_probe=ok");
    }
    try (Servers servers =
        Servers.start(Servers.options(Engine.EPOLL, ZeroCopy.AUTO, Variant.DEFAULT))) {
      assertThat(servers.server().transport().settings())
          .contains("zero_copy=off", "zero_copy_probe=not_run", "zero_copy_counted=never");
    }
  }

  @Test
  void onWithoutARingIsRefused() {
    assertThatThrownBy(
            () -> Servers.start(Servers.options(Engine.NIO, ZeroCopy.ON, Variant.DEFAULT)).close())
        .isInstanceOf(BenchFailure.class)
        .hasMessage("--zero-copy on: expected --engine io_uring, found nio");
    assertThatThrownBy(
            () ->
                Servers.start(Servers.options(Engine.EPOLL, ZeroCopy.OFF, Variant.BUFRING)).close())
        .hasMessage("--variant bufring: expected --engine io_uring, found epoll");
  }
}
