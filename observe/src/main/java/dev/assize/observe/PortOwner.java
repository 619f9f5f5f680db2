package dev.assize.observe;

import dev.assize.linux.ProcessStat;
import dev.assize.linux.ProcessTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Finds which processes hold a listening TCP socket: port to socket inode to pid. */
public final class PortOwner {
  private static final String LISTEN = "0A";
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private PortOwner() {}

  /**
   * Returns the pids that hold a socket which listens on a port, IPv4 or IPv6, on any address.
   *
   * @param namespaceOf a process in the network namespace to be searched
   * @return empty when nothing listens there, or whoever does belongs to another user
   * @throws IOException when there is no such process
   */
  public static Set<Integer> listening(int port, int namespaceOf) throws IOException {
    Set<String> sockets = new HashSet<>();
    addListening(port, Path.of("/proc/" + namespaceOf + "/net/tcp"), sockets);
    Path six = Path.of("/proc/" + namespaceOf + "/net/tcp6");
    if (Files.exists(six)) {
      addListening(port, six, sockets);
    }
    Set<Integer> owners = new TreeSet<>();
    if (!sockets.isEmpty()) {
      for (ProcessStat process : ProcessTable.snapshot()) {
        if (holdsAny(process.pid(), sockets)) {
          owners.add(process.pid());
        }
      }
    }
    return owners;
  }

  /** Lines {@code 0: 0100007F:1F90 00000000:0000 0A … uid timeout inode …}; numbers in hex. */
  private static void addListening(int port, Path table, Set<String> sockets) throws IOException {
    String text;
    try {
      text = Files.readString(table, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException gone) {
      throw new IOException(
          "expected a process whose network namespace is to be searched, found no " + table, gone);
    }
    for (String line : text.lines().skip(1).toList()) {
      String[] fields = line.strip().split("\\s+", -1);
      if (fields.length > INODE
          && fields[STATE].equals(LISTEN)
          && Integer.parseInt(fields[LOCAL].substring(fields[LOCAL].lastIndexOf(':') + 1), 16)
              == port) {
        // The kernel numbers sockets across all network namespaces.
        sockets.add("socket:[" + fields[INODE] + "]");
      }
    }
  }

  private static boolean holdsAny(int pid, Set<String> sockets) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
      for (Path descriptor : open) {
        if (sockets.contains(target(descriptor))) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException goneOrForeign) {
      return false;
    }
    return false;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
