package dev.assize.bench.http.server;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/** The handle of a channel, with counting after each event. */
abstract sealed class CountedHandle implements IoHandle {
  private final IoHandle handle;

  private CountedHandle(IoHandle handle) {
    this.handle = handle;
  }

  /** A handle that counts, of the engine's kind. */
  static IoHandle of(IoHandle handle, LoopCounters counters) {
    return switch (handle) {
      case IoUringIoHandle ring -> new Ring(ring, counters);
      case EpollIoHandle epoll -> counters.awaitMeter(handle, new Epoll(epoll));
      case NioIoHandle nio -> counters.awaitMeter(handle, new Nio(nio));
      default -> handle;
    };
  }

  @Override
  public void handle(IoRegistration registration, IoEvent event) {
    handle.handle(registration, event);
    // After: the pipeline has reported its part by now, and both are published as one change.
    count(event);
  }

  abstract void count(IoEvent event);

  @Override
  public void registered() {
    handle.registered();
  }

  @Override
  public void unregistered() {
    handle.unregistered();
  }

  @Override
  public void close() throws IOException {
    try {
      handle.close();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /**
   * Counts what the kernel answered. Every completion brings its opcode and its result, so that
   * what is counted is what the kernel did, not what a copy of Netty's condition says it should do.
   * A zero-copy send completes twice: with its result, and with a notification once the kernel is
   * done with the memory.
   */
  private static final class Ring extends CountedHandle implements IoUringIoHandle {
    private final LoopCounters counters;

    Ring(IoUringIoHandle handle, LoopCounters counters) {
      super(handle);
      this.counters = counters;
    }

    @Override
    void count(IoEvent event) {
      if (!(event instanceof IoUringIoEvent completion)) {
        return;
      }
      switch (completion.opcode()) {
        case Opcodes.WRITE, Opcodes.WRITEV, Opcodes.SEND, Opcodes.SENDMSG ->
            counters.ringSend(Math.max(0, completion.res()), false);
        case Opcodes.SEND_ZC, Opcodes.SENDMSG_ZC -> {
          if ((completion.flags() & Opcodes.NOTIFICATION) != 0) {
            counters.add(Counter.ZERO_COPY_NOTIFICATIONS, 1);
          } else {
            counters.ringSend(Math.max(0, completion.res()), true);
          }
        }
        default -> {
          // Reads, polls, accepts: not writes.
        }
      }
    }
  }

  /** An engine that calls write and writev itself, also when a socket becomes writable again. */
  abstract static sealed class Inline extends CountedHandle {
    private @Nullable Meter meter;

    private Inline(IoHandle handle) {
      super(handle);
    }

    /** The meter of the handle's connection; a listening socket has none. */
    void meter(Meter found) {
      meter = found;
    }

    @Override
    void count(IoEvent event) {
      Meter found = meter;
      if (found != null) {
        found.countTaken();
      }
    }
  }

  private static final class Epoll extends Inline implements EpollIoHandle {
    private final EpollIoHandle handle;

    Epoll(EpollIoHandle handle) {
      super(handle);
      this.handle = handle;
    }

    @Override
    public FileDescriptor fd() {
      return handle.fd();
    }
  }

  private static final class Nio extends Inline implements NioIoHandle {
    private final NioIoHandle handle;

    Nio(NioIoHandle handle) {
      super(handle);
      this.handle = handle;
    }

    @Override
    public SelectableChannel selectableChannel() {
      return handle.selectableChannel();
    }
  }
}
