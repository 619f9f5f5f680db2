package dev.assize.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites classes of a format that the JVM keeps out of its ahead-of-time cache: those older than
 * Java 6 (class-file version 50), which it verifies by another, slower method. Their instructions
 * stay; stack maps, which newer classes must have, are computed.
 */
final class ClassFormats {
  private static final int FIRST_CACHED = ClassFile.JAVA_6_VERSION;
  private static final int RAISED = ClassFile.JAVA_8_VERSION;

  private ClassFormats() {}

  /**
   * Rewrites the old classes of a jar in place.
   *
   * @return how many; 0 leaves the file as it is
   */
  static int raise(Path jar) throws IOException {
    Path raised = Files.createTempFile(jar.toAbsolutePath().getParent(), "raised-", ".tmp");
    try (ZipFile from = new ZipFile(jar.toFile())) {
      int count;
      try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(raised))) {
        count = raise(from, to);
      }
      if (count > 0) {
        // Whoever has the jar open keeps the old file.
        Files.setPosixFilePermissions(raised, Files.getPosixFilePermissions(jar));
        Files.move(raised, jar, StandardCopyOption.ATOMIC_MOVE);
      }
      return count;
    } finally {
      Files.deleteIfExists(raised);
    }
  }

  private static int raise(ZipFile from, ZipOutputStream to) throws IOException {
    ClassFile classFile =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(type -> stream(from, type))
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    int count = 0;
    for (ZipEntry entry : Collections.list(from.entries())) {
      byte[] bytes;
      try (InputStream content = from.getInputStream(entry)) {
        bytes = content.readAllBytes();
      }
      if (entry.getName().endsWith(".class") && version(bytes) < FIRST_CACHED) {
        bytes = raise(classFile, bytes);
        count++;
      }
      ZipEntry copy = new ZipEntry(entry.getName());
      copy.setTime(entry.getTime());
      to.putNextEntry(copy);
      to.write(bytes);
      to.closeEntry();
    }
    return count;
  }

  private static @Nullable InputStream stream(ZipFile jar, ClassDesc type) {
    String descriptor = type.descriptorString();
    ZipEntry entry = jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
    try {
      return entry == null ? null : jar.getInputStream(entry);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static byte[] raise(ClassFile classFile, byte[] bytes) {
    return classFile.transformClass(
        classFile.parse(bytes),
        (builder, element) -> {
          switch (element) {
            case ClassFileVersion old -> builder.withVersion(RAISED, 0);
            // A method is copied byte for byte, without a stack map, unless its code is visited.
            case MethodModel method ->
                builder.transformMethod(
                    method, MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
            default -> builder.with(element);
          }
        });
  }

  /** The major version: bytes 6 and 7 of a class file, big-endian. */
  static int version(byte[] bytes) {
    return ((bytes[6] & 0xff) << 8) | (bytes[7] & 0xff);
  }
}
