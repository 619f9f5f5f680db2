/** An HTTP, WebSocket and SSE server on Netty, and a load generator for it. */
module dev.assize.bench.http {
  requires static org.jspecify;
  requires dev.assize.linux;
  requires info.picocli;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.common;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires io.netty.transport.classes.io_uring;
  requires io.netty.transport.unix.common;
  requires jdk.httpserver;
  requires HdrHistogram;

  opens dev.assize.bench.http to
      info.picocli;
  opens dev.assize.bench.http.message to
      info.picocli;
  opens dev.assize.bench.http.load to
      info.picocli;
  opens dev.assize.bench.http.server to
      info.picocli;
}
