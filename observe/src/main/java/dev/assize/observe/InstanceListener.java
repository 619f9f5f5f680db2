package dev.assize.observe;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The Unix stream socket at which instances of the counter protocol connect. */
final class InstanceListener implements AutoCloseable {
  /** Room in {@code sockaddr_un}, less the NUL. */
  private static final int LONGEST_PATH = 107;

  private final Path path;
  private final ServerSocketChannel socket;

  private InstanceListener(Path path, ServerSocketChannel socket) {
    this.path = path;
    this.socket = socket;
  }

  /**
   * Binds the socket; connections wait until they are accepted.
   *
   * @param at a path of at most 107 bytes where nothing is yet
   * @throws IOException when it can't listen there
   */
  static InstanceListener bind(Path at) throws IOException {
    Path path = at.toAbsolutePath();
    int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_PATH) {
      throw new IOException(
          "expected a path of at most "
              + LONGEST_PATH
              + " bytes for the socket of the counter protocol, found "
              + length
              + " in "
              + path
              + "; use a shorter directory");
    }
    ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      socket.bind(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      socket.close();
      throw new IOException("listening for the counter protocol at " + path + ": " + e, e);
    }
    return new InstanceListener(path, socket);
  }

  /** Hands over each connection, on a thread of its own, until the socket is closed. */
  void accept(Consumer<SocketChannel> connections) {
    Thread.ofPlatform()
        .daemon()
        .name("assize-counters")
        .start(
            () -> {
              while (true) {
                try {
                  connections.accept(socket.accept());
                } catch (IOException closed) {
                  return;
                }
              }
            });
  }

  Path path() {
    return path;
  }

  /** Closes the socket and removes its file. */
  @Override
  public void close() throws IOException {
    socket.close();
    Files.deleteIfExists(path);
  }
}
