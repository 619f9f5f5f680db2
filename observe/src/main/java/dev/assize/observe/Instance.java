package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.linux.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The connection of one instance. Its own thread reads; the state is guarded by the lock of the
 * {@link CounterServer}.
 */
final class Instance {
  private final CounterServer server;
  private final SocketChannel channel;
  private final CounterLines lines;

  /** Before the hello: empty. */
  private String component = "";

  private String name = "";
  private int pid;
  private boolean ready;
  private boolean ended;
  private boolean closed;
  private String asked = "";
  private Map<String, Reading> latest = Map.of();

  Instance(CounterServer server, SocketChannel channel) {
    this.server = server;
    this.channel = channel;
    this.lines = new CounterLines(Channels.newInputStream(channel));
  }

  String component() {
    return component;
  }

  String name() {
    return name;
  }

  int pid() {
    return pid;
  }

  Map<String, Reading> latest() {
    return latest;
  }

  /** Whether it gave its final record. */
  boolean ended() {
    return ended;
  }

  boolean closed() {
    return closed;
  }

  /** Whether it owes an answer. */
  boolean owes() {
    return !asked.isEmpty() && !ended && !closed;
  }

  boolean registered() {
    return ready;
  }

  /** Asks for the counters, when it can answer. */
  void ask(String token) {
    // One that owes an answer has been reported; asking on would fill its socket.
    if (!ready || ended || closed || owes()) {
      return;
    }
    asked = token;
    ByteBuffer line =
        ByteBuffer.wrap(("checkpoint " + token + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (line.hasRemaining()) {
        channel.write(line);
      }
    } catch (IOException gone) {
      // The reading thread finds the end of the connection, and whether a final record came.
      asked = "";
    }
  }

  void close() {
    try {
      channel.close();
    } catch (IOException nothingLost) {
      return;
    }
  }

  /** Reads until the end of the connection. A breach ends the reading. */
  void run() {
    try {
      hello();
      while (true) {
        Optional<String> line = lines.next();
        if (line.isEmpty()) {
          break;
        }
        record(line.get());
      }
      server.locked(
          () -> {
            if (!ended) {
              server.fault(
                  ProtocolRule.ONE_FINAL,
                  this,
                  "no final record: expected 'final N' before the end");
            }
          });
    } catch (CounterLines.Breach breach) {
      server.locked(() -> server.fault(breach.rule(), this, String.valueOf(breach.getMessage())));
    } catch (IOException reset) {
      server.locked(
          () -> {
            if (!ended && !server.over()) {
              server.fault(
                  ProtocolRule.ONE_FINAL,
                  this,
                  "no final record: the connection broke: " + reset.getMessage());
            }
          });
    } finally {
      server.locked(() -> closed = true);
      close();
    }
  }

  private void hello() throws IOException, CounterLines.Breach {
    String first =
        lines
            .next()
            .orElseThrow(
                () ->
                    new CounterLines.Breach(
                        ProtocolRule.REGISTERS,
                        "an instance not registered: expected 'hello 1 PID COMPONENT INSTANCE',"
                            + " found the end of the connection"));
    if (!first.startsWith("hello ")) {
      throw new CounterLines.Breach(
          ProtocolRule.REGISTERS,
          "an instance not registered: expected 'hello 1 PID COMPONENT INSTANCE' first, found '"
              + first
              + "'");
    }
    String[] words = CounterLines.words(first, 5, "hello 1 PID COMPONENT INSTANCE");
    if (!words[1].equals("1")) {
      throw new CounterLines.Breach(
          ProtocolRule.REGISTERS, "expected version 1 of the protocol, found " + words[1]);
    }
    int stated = CounterLines.whole(words[2], 1, Integer.MAX_VALUE, "a pid");
    server.locked(
        () -> {
          pid = stated;
          component = words[3];
          name = words[4];
        });
    if (!Heirs.mayHold(stated, server.entry())) {
      throw new CounterLines.Breach(
          ProtocolRule.REGISTERS,
          "expected the pid of a process that has "
              + server.entry()
              + " in its environment, found "
              + stated
              + ", which has not");
    }
    Map<String, String> requested = new TreeMap<>();
    Map<String, String> enabled = new TreeMap<>();
    while (true) {
      String line =
          lines
              .next()
              .orElseThrow(
                  () ->
                      new CounterLines.Breach(
                          ProtocolRule.REGISTERS,
                          "an instance not registered: expected 'ready', found the end of the"
                              + " connection"));
      if (line.equals("ready")) {
        break;
      }
      if (!line.startsWith("setting ")) {
        throw new CounterLines.Breach(
            ProtocolRule.REGISTERS,
            "an instance not registered: expected 'setting NAME REQUESTED ENABLED' or 'ready',"
                + " found '"
                + line
                + "'");
      }
      String[] setting = CounterLines.words(line, 4, "setting NAME REQUESTED ENABLED");
      if (requested.put(setting[1], setting[2]) != null) {
        throw new CounterLines.Breach(
            ProtocolRule.REGISTERS, "expected the setting " + setting[1] + " once, found it twice");
      }
      enabled.put(setting[1], setting[3]);
    }
    Observation.Registered registration =
        new Observation.Registered(
            Clock.monotonicNanos(), stated, words[3], words[4], requested, enabled);
    if (!server.register(this, registration)) {
      throw new CounterLines.Breach(
          ProtocolRule.REGISTERS, "an instance of that name registered before");
    }
  }

  /** Called by the server, with its lock held. */
  void markReady() {
    ready = true;
  }

  private void record(String line) throws IOException, CounterLines.Breach {
    if (ended) {
      throw new CounterLines.Breach(
          ProtocolRule.ONE_FINAL,
          line.startsWith("final ")
              ? "a second final record: expected exactly one"
              : "expected nothing after the final record, found '" + line + "'");
    }
    if (line.startsWith("counters ")) {
      String[] words = CounterLines.words(line, 3, "counters TOKEN N");
      Map<String, Reading> counters = lines.counters(words[2]);
      if (!server.answered(this, words[1], counters)) {
        throw new CounterLines.Breach(
            ProtocolRule.ANSWERS, "answered with the token " + words[1] + ", not asked for");
      }
    } else if (line.startsWith("final ")) {
      String[] words = CounterLines.words(line, 2, "final N");
      server.finalRecord(this, lines.counters(words[1]));
    } else {
      throw new CounterLines.Breach(
          ProtocolRule.FORM, "expected 'counters TOKEN N' or 'final N', found '" + line + "'");
    }
  }

  /** Called with the server's lock held. Returns false when that was not the token asked for. */
  boolean answer(String token, Map<String, Reading> counters) {
    if (!token.equals(asked)) {
      return false;
    }
    asked = "";
    latest = counters;
    return true;
  }

  /** Called with the server's lock held. */
  void end(Map<String, Reading> counters) {
    ended = true;
    asked = "";
    latest = counters;
  }
}
