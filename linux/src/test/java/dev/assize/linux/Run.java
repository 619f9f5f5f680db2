package dev.assize.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Launches shell commands for the tests and reads back what they printed. */
final class Run {
  private Run() {}

  static final List<String> PATH = List.of("PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");

  /** A shell command, its stdout and stderr in one file. */
  static Spawn shell(String script, Path output) {
    return Spawn.of("/bin/sh", List.of("sh", "-c", script))
        .withEnvironment(PATH)
        .withStdio(Stdio.nullDevice(), Stdio.writeTo(output.toString()), new Stdio.Fd(1));
  }

  static Completion wait(Spawn spawn) throws LinuxException {
    try (Prepared prepared = spawn.prepare()) {
      return prepared.launchAndWait(Supervision.none());
    }
  }

  /** What the script printed; fails when its exit code isn't 0. */
  static String output(String script) throws IOException {
    Path file = Files.createTempFile("assize", ".out");
    try {
      Completion completion = wait(shell(script, file));
      String text = KernelText.decode(Files.readAllBytes(file));
      if (!completion.status().isSuccess()) {
        throw new AssertionError(script + " ended with " + completion.status() + ": " + text);
      }
      return text;
    } finally {
      Files.delete(file);
    }
  }
}
