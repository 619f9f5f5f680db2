package dev.assize.lab;

import dev.assize.experiment.Network;
import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Listening TCP sockets from {@code /proc/net/tcp} and {@code tcp6}. */
final class ListeningPorts {
  private static final Pattern BLANKS = Pattern.compile(" +");
  private static final String LISTEN = "0A";
  private static final Set<String> EVERY_ADDRESS =
      Set.of("00000000", "00000000000000000000000000000000");
  private static final String MAPPED = "0000000000000000FFFF0000";
  private static final String LOOPBACK_6 = "00000000000000000000000001000000";

  private ListeningPorts() {}

  /** The inode of the socket that listens on the port of a loopback or of every address. */
  static Optional<Long> inode(int port) throws IOException {
    return inodes(port, Network.LOOPBACK, Path.of("/proc/net")).stream().findFirst();
  }

  /**
   * The inodes of the sockets that listen on the port where a connection to the address of the
   * network would reach them. There are several where they share it (SO_REUSEPORT).
   *
   * @param tables {@code /proc/net} for the lab's network namespace, {@code /proc/<pid>/net} for
   *     that of a process
   */
  static List<Long> inodes(int port, Network network, Path tables) throws IOException {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    List<Long> found = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path file = tables.resolve(table);
      if (!Files.exists(file)) {
        continue;
      }
      for (String line : Files.readAllLines(file)) {
        // 0 number, 1 local address, 2 remote address, 3 state, 9 inode
        String[] fields = BLANKS.split(line.strip(), -1);
        if (fields.length > 9
            && fields[3].equals(LISTEN)
            && fields[1].endsWith(suffix)
            && isReached(fields[1].substring(0, fields[1].length() - suffix.length()), network)) {
          found.add(Long.parseLong(fields[9]));
        }
      }
    }
    return found;
  }

  /** The kernel prints each word of 32 bits with its lowest byte first. */
  private static boolean isReached(String address, Network network) {
    String own =
        switch (network) {
          case LOOPBACK -> "0100007F";
          case VETH -> "010200C0";
        };
    return EVERY_ADDRESS.contains(address)
        || address.equals(own)
        || address.equals(MAPPED + own)
        || (network == Network.LOOPBACK && address.equals(LOOPBACK_6));
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

  /** A process that has the socket; empty when it can't be seen. */
  static Optional<ProcessStat> process(long inode) throws IOException {
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
