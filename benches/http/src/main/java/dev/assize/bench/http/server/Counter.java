package dev.assize.bench.http.server;

import java.util.Locale;

/** What the server counts; the name in lower case is the name that is published. */
enum Counter {
  /** HTTP requests read, WebSocket upgrades and posts among them. */
  REQUESTS,
  /** HTTP responses handed to the transport. */
  RESPONSES,
  /** WebSocket messages and posted events read. */
  MESSAGES_IN,
  /** WebSocket messages and events handed to the transport, one for each receiver. */
  MESSAGES_OUT,
  /** Bytes that the transport delivered. */
  BYTES_READ,
  /** Bytes that the outbound buffers of the connections reported as taken by the transport. */
  BYTES_WRITTEN,
  /** Bytes that write or writev took in the event loop (nio, epoll). */
  INLINE_BYTES,
  /** Bytes that the kernel answered for write requests of the ring. */
  RING_BYTES,
  /** Write requests of the ring that the kernel answered. */
  RING_SENDS,
  /** Those of them that were SEND_ZC or SENDMSG_ZC. */
  ZERO_COPY_SENDS,
  /** Bytes of those. */
  ZERO_COPY_BYTES,
  /** Notifications that the kernel is done with the memory of a zero-copy send. */
  ZERO_COPY_NOTIFICATIONS,
  CONNECTIONS_OPENED,
  CONNECTIONS_CLOSED,
  /** Requests that could not be understood, and connections that ended with an error. */
  ERRORS;

  String published() {
    return name().toLowerCase(Locale.ROOT);
  }
}
