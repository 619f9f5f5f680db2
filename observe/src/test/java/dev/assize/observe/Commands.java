package dev.assize.observe;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real process for a test, ended with it. */
final class Commands implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;

  private Commands(Process process) {
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static Commands start(Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(List.of(command)).redirectError(new File("/dev/stderr"));
    builder.environment().putAll(environment);
    return new Commands(builder.start());
  }

  static Commands shell(String script) throws IOException {
    return start(Map.of(), "sh", "-c", script);
  }

  static Commands python(String script) throws IOException {
    return start(Map.of(), "python3", "-c", script);
  }

  int pid() {
    return (int) process.pid();
  }

  /** Waits for a line of its output. */
  String line() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("expected a line from pid " + pid() + ", found the end of its output");
    }
    return line;
  }

  /** Writes a line to its stdin. */
  void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Waits for its end. */
  int await() throws InterruptedException {
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("pid " + pid() + " has not ended within 30 s");
    }
    return process.exitValue();
  }

  void kill() throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    try {
      kill();
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
    }
  }
}
