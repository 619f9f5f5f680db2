package dev.assize.linux;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;

/**
 * A static tracepoint of the kernel, by the number that {@code perf_event_open(2)} takes.
 *
 * @param name {@code group:event}, for instance {@code syscalls:sys_enter_write}
 * @param id the kernel's number of it, until reboot
 */
public record Tracepoint(String name, long id) {
  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_-]+):([A-Za-z0-9_-]+)");
  private static final String MOUNT_POINT = "/sys/kernel/tracing";

  /**
   * Looks a tracepoint up in tracefs. Where tracefs is not mounted, root mounts it for the length
   * of the look-up in a mount namespace of its own: the host stays as it is.
   *
   * @throws IOException when there is no such tracepoint or tracefs can't be read, with the remedy
   */
  public static Tracepoint find(String name) throws IOException {
    var parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw new IOException(
          "expected a tracepoint as group:event, for instance syscalls:sys_enter_write, found '"
              + name
              + "'");
    }
    Path file = Path.of("events", parts.group(1), parts.group(2), "id");
    for (String root : new String[] {MOUNT_POINT, "/sys/kernel/debug/tracing"}) {
      if (Files.isDirectory(Path.of(root, "events"))) {
        return read(name, Path.of(root), file);
      }
    }
    if (SystemInfo.effectiveUser() != 0) {
      throw new IOException(
          "tracepoint "
              + name
              + ": expected tracefs at "
              + MOUNT_POINT
              + ", found it not mounted or not readable; run as root, or let root run: mount -t"
              + " tracefs -o mode=755 tracefs "
              + MOUNT_POINT);
    }
    return mounted(name, file);
  }

  private static Tracepoint mounted(String name, Path file) throws IOException {
    FutureTask<Tracepoint> task =
        new FutureTask<>(
            () -> {
              Namespaces.newMounts();
              Mounts.tracefs(MOUNT_POINT);
              return read(name, Path.of(MOUNT_POINT), file);
            });
    Thread thread = Thread.ofPlatform().daemon().name("assize-tracefs").start(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          thread.join();
          return task.get();
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IOException(
          "tracepoint "
              + name
              + ": "
              + (cause == null ? e : cause).getMessage()
              + "; the kernel must have CONFIG_FTRACE and the user CAP_SYS_ADMIN",
          cause);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Tracepoint read(String name, Path root, Path file) throws IOException {
    try {
      return new Tracepoint(name, Long.parseLong(Files.readString(root.resolve(file)).strip()));
    } catch (NoSuchFileException missing) {
      throw new IOException(
          "tracepoint "
              + name
              + ": expected "
              + root.resolve(file)
              + ", found no such file; the kernel lists its tracepoints in "
              + root
              + "/available_events",
          missing);
    } catch (AccessDeniedException denied) {
      throw new IOException(
          "tracepoint "
              + name
              + ": no permission to read "
              + root.resolve(file)
              + "; run as root, or let root run: mount -o remount,mode=755 "
              + root,
          denied);
    }
  }
}
