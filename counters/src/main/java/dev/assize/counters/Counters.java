package dev.assize.counters;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** One instance of a component that publishes its counters to the lab. */
public final class Counters implements AutoCloseable {
  private final SocketChannel channel;
  private final Supplier<? extends Map<String, ? extends Number>> read;
  private boolean closed;

  /** A setting as asked for, and as in force. No white space in any of the three. */
  public record Setting(String name, String requested, String enabled) {}

  private Counters(SocketChannel channel, Supplier<? extends Map<String, ? extends Number>> read) {
    this.channel = channel;
    this.read = read;
  }

  /**
   * Registers with the lab, and answers its checkpoints from a daemon thread.
   *
   * @param component and {@code instance}: names without white space; the pair is used once
   * @param read returns the counters; they never fall. Called from the daemon thread
   * @return empty when this process runs in no trial
   * @throws IOException when the lab can't be reached
   */
  public static Optional<Counters> open(
      String component,
      String instance,
      List<Setting> settings,
      Supplier<? extends Map<String, ? extends Number>> read)
      throws IOException {
    String socket = System.getenv("ASSIZE_COUNTERS");
    if (socket == null || socket.isEmpty()) {
      return Optional.empty();
    }
    Counters counters = new Counters(SocketChannel.open(UnixDomainSocketAddress.of(socket)), read);
    long pid = ProcessHandle.current().pid();
    StringBuilder hello = new StringBuilder("hello 1 " + pid + ' ' + component + ' ' + instance);
    for (Setting s : settings) {
      hello.append("\nsetting " + s.name() + ' ' + s.requested() + ' ' + s.enabled());
    }
    counters.send(hello + "\nready\n");
    Thread thread = new Thread(counters::answer, "assize-counters");
    thread.setDaemon(true);
    thread.start();
    return Optional.of(counters);
  }

  private void answer() {
    try (BufferedReader lines =
        new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("checkpoint ")) {
          record("counters " + line.substring(11), false);
        }
      }
    } catch (IOException | UncheckedIOException over) {
      return; // The lab is gone or this end was closed: nobody asks any more.
    }
  }

  private synchronized void record(String head, boolean last) throws IOException {
    if (!closed) {
      closed = last;
      Map<String, ? extends Number> now = read.get();
      StringBuilder text = new StringBuilder(head + ' ' + now.size() + '\n');
      now.forEach((name, value) -> text.append(name + ' ' + value + '\n'));
      send(text.toString());
    }
  }

  private void send(String text) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Writes the final record and disconnects. To be called when no counter changes any more. */
  @Override
  public void close() throws IOException {
    try (channel) {
      record("final", true);
    }
  }
}
