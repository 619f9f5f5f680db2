package dev.assize.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;

/**
 * What {@code lstat(2)} says of a file. A file whose content changes gets another change time, which
 * no program can set back without the clock of the machine being changed; so an equal stat stands
 * for an equal content between two full readings.
 *
 * @param mode type and permission bits as the kernel has them
 */
record FileStat(int mode, long size, Instant modified, Instant changed, long inode, long device) {
  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final int DIRECTORY = 0040000;
  private static final int SYMLINK = 0120000;

  static FileStat of(Path file) throws IOException {
    Map<String, Object> all =
        Files.readAttributes(
            file, "unix:mode,size,lastModifiedTime,ctime,ino,dev", LinkOption.NOFOLLOW_LINKS);
    return new FileStat(
        (Integer) value(all, "mode"),
        (Long) value(all, "size"),
        ((FileTime) value(all, "lastModifiedTime")).toInstant(),
        ((FileTime) value(all, "ctime")).toInstant(),
        (Long) value(all, "ino"),
        (Long) value(all, "dev"));
  }

  private static Object value(Map<String, Object> all, String name) throws IOException {
    Object value = all.get(name);
    if (value == null) {
      throw new IOException("expected the file system to tell '" + name + "', found nothing");
    }
    return value;
  }

  boolean isRegular() {
    return (mode & TYPE) == REGULAR;
  }

  boolean isDirectory() {
    return (mode & TYPE) == DIRECTORY;
  }

  boolean isSymlink() {
    return (mode & TYPE) == SYMLINK;
  }

  /** Permission bits, set-id and sticky included, as four octal digits. */
  String permissions() {
    int bits = mode & 07777;
    return ""
        + (char) ('0' + (bits >> 9))
        + (char) ('0' + (bits >> 6 & 7))
        + (char) ('0' + (bits >> 3 & 7))
        + (char) ('0' + (bits & 7));
  }
}
