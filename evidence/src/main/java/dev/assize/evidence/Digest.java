package dev.assize.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as the evidence writes it: 64 lower-case hex digits. */
public final class Digest {
  /** What the first line of a journal gives as the hash of the line before it. */
  static final String NONE = "0".repeat(64);

  private Digest() {}

  /** Returns the SHA-256 of the bytes. */
  public static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(fresh().digest(bytes));
  }

  /**
   * Returns the SHA-256 of the file's content, read in pieces of 64 KiB.
   *
   * @throws IOException when the file can't be read to its end
   */
  public static String sha256(Path file) throws IOException {
    MessageDigest digest = fresh();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  static boolean looksRight(String text) {
    return text.length() == 64
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }

  private static MessageDigest fresh() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
