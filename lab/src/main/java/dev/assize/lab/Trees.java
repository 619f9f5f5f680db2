package dev.assize.lab;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies and removes directory trees. Names are bytes; none is turned into text on the way. */
final class Trees {
  private Trees() {}

  /**
   * Copies a file or a tree: contents, modes, links as links, and times to the nanosecond. The
   * target must not exist, its parent must.
   */
  static void copy(Path source, Path target) throws IOException {
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Path made = Files.createDirectory(at(directory));
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(made);
            permissions.add(PosixFilePermission.OWNER_WRITE);
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
            Files.setPosixFilePermissions(made, permissions);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isOther()) {
              throw new IOException(
                  "expected only files, directories and links to copy, found a device, socket or"
                      + " pipe: "
                      + file);
            }
            Files.copy(
                file,
                at(file),
                StandardCopyOption.COPY_ATTRIBUTES,
                LinkOption.NOFOLLOW_LINKS);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            // After its entries, which would move its times and need its write permission.
            Files.setAttribute(at(directory), "unix:mode", FileStat.of(directory).mode() & 07777);
            Files.setLastModifiedTime(at(directory), FileTime.from(FileStat.of(directory).modified()));
            return FileVisitResult.CONTINUE;
          }

          private Path at(Path path) {
            return path.equals(source) ? target : target.resolve(source.relativize(path));
          }
        });
  }

  /** Removes a file or a tree, if there is one; directories without write permission too. */
  static void remove(Path root) throws IOException {
    if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (!Files.isWritable(directory) || !Files.isExecutable(directory)) {
              open(directory);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
              open(file);
              remove(file);
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }

          private void open(Path directory) throws IOException {
            Files.setPosixFilePermissions(
                directory,
                Set.of(
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE));
          }
        });
  }
}
