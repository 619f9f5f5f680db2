package dev.assize.bench.http.server;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * Counts what the kernel answers. Netty publishes neither how many writes went through the ring nor
 * which of them were zero-copy, and its condition for zero copy differs between versions; but every
 * completion passes from the ring's handler to a channel's handle with its opcode and result. This
 * stands between the two, so that what is counted is what the kernel did, not what a copy of Netty's
 * condition says it should do.
 *
 * <p>A zero-copy send completes twice: with its result, and with a notification once the kernel is
 * done with the memory.
 */
final class CountingIoHandler implements IoHandler {
  // linux/io_uring.h, enum io_uring_op; part of the kernel's stable interface.
  private static final byte SENDMSG = 9;
  private static final byte WRITEV = 2;
  private static final byte WRITE = 23;
  private static final byte SEND = 26;
  static final byte SEND_ZC = 47;
  static final byte SENDMSG_ZC = 48;

  /** IORING_CQE_F_NOTIF. */
  private static final int NOTIFICATION = 1 << 3;

  private final IoHandler handler;
  private final LoopCounters counters;

  private CountingIoHandler(IoHandler handler, LoopCounters counters) {
    this.handler = handler;
    this.counters = counters;
  }

  /** Wraps each handler that a factory makes. */
  static IoHandlerFactory factory(IoHandlerFactory wrapped, Counters counters) {
    return new IoHandlerFactory() {
      @Override
      public IoHandler newHandler(ThreadAwareExecutor executor) {
        return new CountingIoHandler(wrapped.newHandler(executor), counters.of(executor));
      }

      @Override
      public boolean isChangingThreadSupported() {
        return wrapped.isChangingThreadSupported();
      }
    };
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return handler.register(
        handle instanceof IoUringIoHandle ring ? new CountingHandle(ring, counters) : handle);
  }

  private static final class CountingHandle implements IoUringIoHandle {
    private final IoUringIoHandle handle;
    private final LoopCounters counters;

    CountingHandle(IoUringIoHandle handle, LoopCounters counters) {
      this.handle = handle;
      this.counters = counters;
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
      if (event instanceof IoUringIoEvent completion) {
        count(completion);
      }
      handle.handle(registration, event);
    }

    private void count(IoUringIoEvent completion) {
      switch (completion.opcode()) {
        case WRITE, WRITEV, SEND, SENDMSG ->
            counters.ringSend(Math.max(0, completion.res()), false);
        case SEND_ZC, SENDMSG_ZC -> {
          if ((completion.flags() & NOTIFICATION) != 0) {
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

    @Override
    public void registered() {
      handle.registered();
    }

    @Override
    public void unregistered() {
      handle.unregistered();
    }

    @Override
    public void close() throws Exception {
      handle.close();
    }
  }

  @Override
  public void initialize() {
    handler.initialize();
  }

  @Override
  public int run(IoHandlerContext context) {
    return handler.run(context);
  }

  @Override
  public void prepareToDestroy() {
    handler.prepareToDestroy();
  }

  @Override
  public void destroy() {
    handler.destroy();
  }

  @Override
  public void wakeup() {
    handler.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> type) {
    return handler.isCompatible(type);
  }
}
