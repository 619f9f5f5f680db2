package dev.assize.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a server's stdout and stderr go, from its start to its end. */
record ServerLogs(Path stdout, Path stderr) {
  static ServerLogs in(Path directory) {
    return new ServerLogs(directory.resolve("server.stdout"), directory.resolve("server.stderr"));
  }

  void create() throws IOException {
    Files.write(stdout, new byte[0]);
    Files.write(stderr, new byte[0]);
  }

  /** The last lines of both, to be added to a message. */
  String tail() throws IOException {
    String out = LogTail.of(stdout);
    String err = LogTail.of(stderr);
    return (out.isEmpty() ? "" : "; its stdout: " + out)
        + (err.isEmpty() ? "" : "; its stderr: " + err)
        + (out.isEmpty() && err.isEmpty() ? "; it wrote nothing" : "");
  }
}
