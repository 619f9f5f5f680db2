package dev.assize.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** Compares a file with what was recorded of it. */
final class FileCheck {
  private FileCheck() {}

  /**
   * Adds a finding when the file is not the one recorded.
   *
   * @param directory that the record's path is relative to
   * @param prefix of the path in findings: empty, or ending in {@code /}
   */
  static void check(Path directory, String prefix, FileRecord record, List<Finding> findings) {
    String name = prefix + record.path();
    Path file;
    try {
      file = directory.resolve(record.path());
    } catch (InvalidPathException e) {
      findings.add(
          new Finding(
              name,
              0,
              "can't be read: the name is not possible in this locale; run with LC_ALL=C.UTF-8: "
                  + e.getMessage()));
      return;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      findings.add(
          new Finding(
              name,
              0,
              Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                  ? "changed: expected a regular file, found something else"
                  : "missing: expected a file of " + record.size().value() + " bytes, found none"));
      return;
    }
    try {
      long size = Files.size(file);
      if (size != record.size().value()) {
        findings.add(
            new Finding(
                name,
                0,
                "changed: expected %d bytes, found %d".formatted(record.size().value(), size)));
        return;
      }
      String sha256 = Digest.sha256(file);
      if (!sha256.equals(record.sha256())) {
        findings.add(
            new Finding(
                name,
                0,
                "changed: expected SHA-256 %s, found %s".formatted(record.sha256(), sha256)));
      }
    } catch (IOException e) {
      findings.add(new Finding(name, 0, "can't be read: " + e));
    }
  }
}
