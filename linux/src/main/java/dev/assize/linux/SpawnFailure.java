package dev.assize.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds out what a failed posix_spawn was about: it gives one errno for the working directory, the
 * redirections, the executable and its interpreter alike.
 */
final class SpawnFailure {
  private SpawnFailure() {}

  static LinuxException explain(Spawn spawn, int error) {
    return new LinuxException(
        "posix_spawn", error, "launching '" + spawn.executable() + "': " + cause(spawn, error));
  }

  private static String cause(Spawn spawn, int error) {
    try {
      if (spawn.directory().isPresent() && !Files.isDirectory(Path.of(spawn.directory().get()))) {
        return "the working directory '" + spawn.directory().get() + "' is no directory";
      }
      for (Stdio stdio : List.of(spawn.stdin(), spawn.stdout(), spawn.stderr())) {
        String refusal = refusal(stdio);
        if (!refusal.isEmpty()) {
          return refusal;
        }
      }
      return executable(Path.of(spawn.directory().orElse("")).resolve(spawn.executable()), error);
    } catch (InvalidPathException | IOException e) {
      return "no cause found (" + e.getMessage() + ")";
    }
  }

  private static String refusal(Stdio stdio) {
    if (!(stdio instanceof Stdio.Open(String name, int flags, int _))) {
      return "";
    }
    Path file = Path.of(name);
    Path parent = file.toAbsolutePath().getParent();
    if ((flags & Stdio.Flags.CREAT) != 0 && !Files.exists(file)) {
      if (parent != null && !Files.isDirectory(parent)) {
        return "the redirection '" + name + "' lies in no existing directory";
      }
      return parent != null && !Files.isWritable(parent)
          ? "the redirection '" + name + "' can't be made in a directory without write permission"
          : "";
    }
    if (!Files.exists(file)) {
      return "the redirection '" + name + "' does not exist";
    }
    boolean writes = (flags & (Stdio.Flags.WRONLY | Stdio.Flags.RDWR)) != 0;
    return (writes ? Files.isWritable(file) : Files.isReadable(file))
        ? ""
        : "the redirection '" + name + "' may not be opened";
  }

  private static String executable(Path file, int error) throws IOException {
    if (!Files.exists(file)) {
      return "the executable does not exist";
    }
    if (Files.isDirectory(file)) {
      return "it is a directory";
    }
    if (!Files.isExecutable(file)) {
      return "it has no permission to execute";
    }
    return switch (error) {
      case Errno.ENOENT -> "its interpreter does not exist: " + interpreter(file);
      case Errno.ENOEXEC -> "it is neither a program for this machine nor a script with #!";
      case Errno.E2BIG ->
          "arguments and environment are too large (one argument: 131072 bytes at most; all:"
              + " about a quarter of the stack limit)";
      default -> "the kernel refused it";
    };
  }

  private static String interpreter(Path file) throws IOException {
    byte[] head = new byte[256];
    int length;
    try (var in = Files.newInputStream(file)) {
      length = Math.max(0, in.read(head));
    }
    String text = KernelText.decode(head, 0, length);
    return text.startsWith("#!")
        ? "first line '" + text.lines().findFirst().orElse("") + "'"
        : "the dynamic loader named in the file";
  }
}
