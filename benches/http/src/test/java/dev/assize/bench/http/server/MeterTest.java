package dev.assize.bench.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.bench.http.Loads;
import dev.assize.bench.http.server.ServerOptions.Engine;
import dev.assize.bench.http.server.ServerOptions.Variant;
import dev.assize.bench.http.server.ServerOptions.ZeroCopy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes written are counted on two sides, which agree because they count the same bytes. */
class MeterTest {
  @Test
  void aWriteThatPassesNoEngineBreaksTheSum() {
    Counters counters = new Counters();
    EmbeddedChannel channel = new EmbeddedChannel(new Meter(counters.of("loop")));
    channel.writeOutbound(Unpooled.wrappedBuffer(new byte[100]));
    ByteBuf sent = channel.readOutbound();
    assertThat(sent.readableBytes()).isEqualTo(100);
    sent.release();
    assertThat(channel.close().isSuccess()).isTrue();
    Counters.Snapshot seen = counters.snapshot();
    assertThat(seen.value(Counter.BYTES_WRITTEN)).isEqualTo(100);
    assertThat(seen.value(Counter.INLINE_BYTES) + seen.value(Counter.RING_BYTES)).isZero();
  }

  /** 64 KiB do not fit a socket at once: most snapshots fall into a message sent in part. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void everySnapshotAddsUp(Engine engine) throws Exception {
    ZeroCopy zeroCopy = engine == Engine.IO_URING ? ZeroCopy.ON : ZeroCopy.OFF;
    try (Servers servers = Servers.start(Servers.options(engine, zeroCopy, Variant.DEFAULT))) {
      Thread load = new Thread(() -> Loads.briefly(servers.port(), "ws-large-echo"));
      load.start();
      long last = 0;
      int moved = 0;
      while (load.isAlive()) {
        Counters.Snapshot seen = servers.server().counters().snapshot();
        long written = seen.value(Counter.BYTES_WRITTEN);
        assertThat(seen.value(Counter.INLINE_BYTES) + seen.value(Counter.RING_BYTES))
            .isEqualTo(written);
        moved += written > last ? 1 : 0;
        last = written;
      }
      assertThat(moved).isGreaterThan(10);
    }
  }
}
