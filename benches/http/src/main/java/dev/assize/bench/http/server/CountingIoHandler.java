package dev.assize.bench.http.server;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * Stands between the handler of an engine and the channels, so that every event passes it on its
 * way to a channel; {@link CountedHandle} tells what is counted there. Netty publishes neither how
 * many bytes went through the ring nor which writes were zero-copy.
 */
final class CountingIoHandler implements IoHandler {
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
    return handler.register(CountedHandle.of(handle, counters));
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
