package dev.assize.bench.http.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The kernel's own record of zero-copy requests that threads of this process submitted: tracepoint
 * io_uring:io_uring_submit_req, in a tracing instance and on a mount of its own. Needs root.
 */
final class Tracepoint implements AutoCloseable {
  /** Threads of this process, those that have ended among them. */
  private final Set<String> threads = new HashSet<>();

  private final Path mount;
  private final Path instance;

  Tracepoint() throws IOException, InterruptedException {
    mount = Files.createTempDirectory("assize-http-tracefs");
    run("mount", "-t", "tracefs", "tracefs", mount.toString());
    instance = mount.resolve("instances/assize-http-" + ProcessHandle.current().pid());
    Files.createDirectory(instance);
    Path event = instance.resolve("events/io_uring/io_uring_submit_req");
    Files.writeString(
        event.resolve("filter"),
        "opcode == " + Opcodes.SEND_ZC + " || opcode == " + Opcodes.SENDMSG_ZC);
    Files.writeString(event.resolve("enable"), "1");
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(
          "expected root and a kernel with tracefs, found that this failed: "
              + String.join(" ", command));
    }
  }

  /** Requests of threads that this process has now, or had at an earlier call. */
  long hits() throws IOException {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      tasks.forEach(task -> threads.add(task.getFileName().toString()));
    }
    // "  name-1234    [001] ..... 12.345: io_uring_submit_req: ring ..."
    var ours =
        java.util.regex.Pattern.compile(
            "-(?:" + threads.stream().collect(Collectors.joining("|")) + ")\\s+\\[");
    try (Stream<String> lines = Files.lines(instance.resolve("trace"))) {
      return lines.filter(line -> !line.startsWith("#") && ours.matcher(line).find()).count();
    }
  }

  @Override
  public void close() throws IOException {
    Files.writeString(instance.resolve("events/enable"), "0");
    Files.delete(instance);
    try {
      run("umount", mount.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Files.delete(mount);
  }
}
