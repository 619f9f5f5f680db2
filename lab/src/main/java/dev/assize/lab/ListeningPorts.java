package dev.assize.lab;

import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Listening TCP sockets from {@code /proc/net/tcp} and {@code tcp6}. */
final class ListeningPorts {
  private static final Pattern BLANKS = Pattern.compile(" +");
  private static final String LISTEN = "0A";
  private static final Set<String> REACHABLE_ON_LOOPBACK =
      Set.of(
          "00000000",
          "0100007F",
          "00000000000000000000000000000000",
          "00000000000000000000000001000000",
          "0000000000000000FFFF00000100007F");

  private ListeningPorts() {}

  /** The inode of the socket that listens on the port of a loopback or of every address. */
  static Optional<Long> inode(int port) throws IOException {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      Path file = Path.of(table);
      if (!Files.exists(file)) {
        continue;
      }
      for (String line : Files.readAllLines(file)) {
        // 0 number, 1 local address, 2 remote address, 3 state, 9 inode
        String[] fields = BLANKS.split(line.strip(), -1);
        if (fields.length > 9
            && fields[3].equals(LISTEN)
            && fields[1].endsWith(suffix)
            && REACHABLE_ON_LOOPBACK.contains(
                fields[1].substring(0, fields[1].length() - suffix.length()))) {
          return Optional.of(Long.parseLong(fields[9]));
        }
      }
    }
    return Optional.empty();
  }

  /** The process that has the socket, in words. */
  static String owner(long inode) throws IOException {
    return process(inode).map(Leftovers::words).map(w -> "process " + w).orElse("another process");
  }

  /** The process that has the socket, in words, when it is known and no descendant of this one. */
  static Optional<String> stranger(long inode) throws IOException {
    Optional<ProcessStat> owner = process(inode);
    return owner.isPresent()
            && ProcessTable.descendantsOf((int) ProcessHandle.current().pid()).stream()
                .noneMatch(p -> p.pid() == owner.get().pid())
        ? owner.map(Leftovers::words)
        : Optional.empty();
  }

  private static Optional<ProcessStat> process(long inode) throws IOException {
    String wanted = "socket:[" + inode + "]";
    for (ProcessStat process : ProcessTable.snapshot()) {
      if (has(process.pid(), wanted)) {
        return Optional.of(process);
      }
    }
    return Optional.empty();
  }

  private static boolean has(int pid, String wanted) {
    try (DirectoryStream<Path> descriptors =
        Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
      for (Path descriptor : descriptors) {
        if (Files.readSymbolicLink(descriptor).toString().equals(wanted)) {
          return true;
        }
      }
    } catch (IOException e) {
      // Gone, or of another user.
      return false;
    }
    return false;
  }
}
