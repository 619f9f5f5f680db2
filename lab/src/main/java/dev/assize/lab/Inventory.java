package dev.assize.lab;

import dev.assize.evidence.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a scenario: path, mode, size and SHA-256 of each file. All content is read when the
 * inventory is taken and at the end of the run. In between, before and after each trial, the stat of
 * every file is compared, and a file is read again only when its size, modification time, change
 * time or inode is another.
 */
final class Inventory {
  private record Item(FileStat stat, String content) {}

  private final List<Path> roots;
  private final Map<Path, Item> items;

  private Inventory(List<Path> roots, Map<Path, Item> items) {
    this.roots = roots;
    this.items = items;
  }

  /** Reads all inputs in full. */
  static Inventory take(List<Path> roots) throws IOException {
    Map<Path, Item> items = new TreeMap<>();
    for (Map.Entry<Path, FileStat> found : stats(roots).entrySet()) {
      items.put(found.getKey(), item(found.getKey(), found.getValue()));
    }
    return new Inventory(List.copyOf(roots), items);
  }

  /** What differs from the inventory, each difference in words; reads only what looks touched. */
  List<String> changes() throws IOException {
    return compare(false);
  }

  /** As {@link #changes()}, but reads every file in full. */
  List<String> changesInFull() throws IOException {
    return compare(true);
  }

  /** SHA-256 over path, mode, size and content of every file, to compare sessions of a run. */
  String digest() {
    StringBuilder text = new StringBuilder();
    items.forEach(
        (path, item) ->
            text.append(path.toUri().getRawPath())
                .append(' ')
                .append(item.stat().permissions())
                .append(' ')
                .append(item.stat().isDirectory() ? 0 : item.stat().size())
                .append(' ')
                .append(item.content())
                .append('\n'));
    return Digest.sha256(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  int size() {
    return items.size();
  }

  private List<String> compare(boolean full) throws IOException {
    List<String> differences = new ArrayList<>();
    Map<Path, FileStat> now = stats(roots);
    for (Map.Entry<Path, Item> before : items.entrySet()) {
      FileStat stat = now.remove(before.getKey());
      String difference =
          stat == null ? "is gone" : difference(before.getKey(), before.getValue(), stat, full);
      if (!difference.isEmpty()) {
        differences.add(before.getKey() + " " + difference);
      }
    }
    now.keySet().forEach(path -> differences.add(path + " is new"));
    return differences;
  }

  private String difference(Path path, Item before, FileStat stat, boolean full)
      throws IOException {
    if (!stat.permissions().equals(before.stat().permissions())) {
      return "has mode " + stat.permissions() + ", had " + before.stat().permissions();
    }
    if (stat.isDirectory() && before.stat().isDirectory()) {
      return "";
    }
    if (stat.equals(before.stat()) && !full) {
      return "";
    }
    if (stat.size() != before.stat().size()) {
      return "has " + stat.size() + " bytes, had " + before.stat().size();
    }
    Item now = item(path, stat);
    if (!now.content().equals(before.content())) {
      return "has content " + now.content() + ", had " + before.content();
    }
    // Touched, or replaced by an equal file: the same input. Its new stat saves the next reading.
    items.put(path, now);
    return "";
  }

  private static Item item(Path path, FileStat stat) throws IOException {
    if (stat.isRegular()) {
      return new Item(stat, Digest.sha256(path));
    }
    if (stat.isSymlink()) {
      return new Item(stat, "-> " + Files.readSymbolicLink(path).toUri().getRawPath());
    }
    return new Item(stat, stat.isDirectory() ? "directory" : "special");
  }

  /** The stats of all files under the roots; a root that is a link counts with what it leads to. */
  private static Map<Path, FileStat> stats(List<Path> roots) throws IOException {
    Map<Path, FileStat> found = new TreeMap<>();
    for (Path root : roots) {
      try {
        found.put(root, FileStat.of(root));
        walk(root.toRealPath(), found);
      } catch (NoSuchFileException e) {
        // Gone since the inventory: the comparison says so. When it is taken, preflight did.
        found.remove(root);
      }
    }
    return found;
  }

  private static void walk(Path root, Map<Path, FileStat> found) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            found.put(directory, FileStat.of(directory));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            found.put(file, FileStat.of(file));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
