package dev.assize.lab;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Watched paths by stat, before and after a trial: what was made, removed, written or had its mode
 * changed. What lies in an excluded directory (the run, the workspace) is not looked at. Reads no
 * content; each look costs one lstat a file.
 */
final class OutsideWrites {
  private final List<Path> watched;
  private final Set<Path> excluded;
  private final Map<Path, FileStat> before;

  private OutsideWrites(List<Path> watched, Set<Path> excluded) throws IOException {
    this.watched = watched;
    this.excluded = excluded;
    this.before = look();
  }

  static OutsideWrites watch(List<Path> watched, List<Path> excluded) throws IOException {
    Set<Path> real = new HashSet<>();
    for (Path path : excluded) {
      real.add(path.toRealPath());
    }
    return new OutsideWrites(List.copyOf(watched), real);
  }

  /** The writes since the watch began, each in words. */
  List<String> since() throws IOException {
    List<String> writes = new ArrayList<>();
    Map<Path, FileStat> now = look();
    before.forEach(
        (path, stat) -> {
          FileStat after = now.remove(path);
          if (after == null) {
            writes.add(path + " was removed");
          } else if (!same(stat, after)) {
            writes.add(path + " was changed");
          }
        });
    now.keySet().forEach(path -> writes.add(path + " was made"));
    return writes;
  }

  /** Times and size of a directory tell of its entries, which are looked at themselves. */
  private static boolean same(FileStat before, FileStat after) {
    return before.isDirectory()
        ? before.mode() == after.mode() && before.inode() == after.inode()
        : before.equals(after);
  }

  private Map<Path, FileStat> look() throws IOException {
    Map<Path, FileStat> found = new TreeMap<>();
    for (Path root : watched) {
      if (Files.exists(root)) {
        Files.walkFileTree(root.toRealPath(), new Visitor(found));
      }
    }
    return found;
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    private final Map<Path, FileStat> found;

    Visitor(Map<Path, FileStat> found) {
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      return excluded.contains(directory)
          ? FileVisitResult.SKIP_SUBTREE
          : visitFile(directory, attributes);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
        throws IOException {
      try {
        found.put(file, FileStat.of(file));
      } catch (NoSuchFileException e) {
        // Gone between the listing and the stat: not there, as far as this look goes.
        found.remove(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw new IOException(
          "expected to read the watched path " + file + ", found: " + failure.getMessage(), failure);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      return failure == null ? FileVisitResult.CONTINUE : visitFileFailed(directory, failure);
    }
  }
}
