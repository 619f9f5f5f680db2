package dev.assize.observe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The small text files under {@code /proc} and {@code /sys}, below a root that tests can replace.
 */
record Tree(Path root) {
  /** Returns a file's text without white space at the ends; empty when it can't be read. */
  Optional<String> text(String path) {
    try {
      return Optional.of(Files.readString(root.resolve(path)).strip());
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** Returns a file's text as a whole number; empty when it can't be read or is none. */
  Optional<Long> whole(String path) {
    return text(path).filter(value -> value.matches("-?\\d{1,18}")).map(Long::parseLong);
  }

  boolean exists(String path) {
    return Files.exists(root.resolve(path));
  }

  boolean readable(String path) {
    return Files.isReadable(root.resolve(path));
  }

  /**
   * Returns the names in a directory that match a glob, sorted; none when there is no directory.
   */
  List<String> names(String directory, String glob) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(directory), glob)) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (IOException unreadable) {
      return List.of();
    }
    names.sort(null);
    return names;
  }

  /**
   * Returns the value after a key such as {@code model name} in a file of {@code key : value}
   * lines.
   */
  Optional<String> field(String path, String key) {
    return text(path)
        .flatMap(
            all ->
                all.lines()
                    .filter(line -> line.startsWith(key) && line.indexOf(':') > 0)
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst());
  }

  /** Returns the word in brackets of a choice such as {@code always [madvise] never}. */
  Optional<String> chosen(String path) {
    return text(path)
        .flatMap(
            all -> {
              int open = all.indexOf('[');
              int close = all.indexOf(']');
              return open >= 0 && close > open
                  ? Optional.of(all.substring(open + 1, close))
                  : Optional.empty();
            });
  }
}
