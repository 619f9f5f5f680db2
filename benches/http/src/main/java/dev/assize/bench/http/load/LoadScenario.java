package dev.assize.bench.http.load;

import java.util.Locale;

/** The work that the generator knows. */
enum LoadScenario {
  GET_JSON("/json", 0, "requests"),
  GET_JSON_64K("/json-64k", 0, "requests"),
  WS_ECHO("/ws/echo", 256, "messages"),
  WS_LARGE_ECHO("/ws/echo", 65_536, "messages"),
  WS_HUB_BROADCAST("/ws/hub", 256, "messages"),
  SSE_FANOUT("/sse", 256, "messages");

  private final String path;
  private final int messageBytes;
  private final String unit;

  LoadScenario(String path, int messageBytes, String unit) {
    this.path = path;
    this.messageBytes = messageBytes;
    this.unit = unit;
  }

  String path() {
    return path;
  }

  /** The usual payload; 0 where the server decides. */
  int messageBytes() {
    return messageBytes;
  }

  /** What is counted: requests or messages. */
  String unit() {
    return unit;
  }

  /** One message reaches every subscriber. */
  boolean fansOut() {
    return this == WS_HUB_BROADCAST || this == SSE_FANOUT;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
