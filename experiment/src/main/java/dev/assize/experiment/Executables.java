package dev.assize.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * SHA-256 of the executables that proofs name by path: taken when a spec is read in order to be
 * sealed, and from the seal ever after.
 */
final class Executables {
  private final Optional<Map<String, String>> sealed;
  private final SortedMap<String, String> hashes = new TreeMap<>();

  private Executables(Optional<Map<String, String>> sealed) {
    this.sealed = sealed;
  }

  static Executables onDisk() {
    return new Executables(Optional.empty());
  }

  static Executables of(Seal seal) {
    return new Executables(Optional.of(seal.executables()));
  }

  /** Returns the hash; empty when there is no such file. */
  Optional<String> sha256(Path file) {
    String name = file.toString();
    Optional<String> hash =
        sealed.isPresent() ? Optional.ofNullable(sealed.get().get(name)) : ofFile(file);
    hash.ifPresent(h -> hashes.put(name, h));
    return hash;
  }

  /** What was asked for, by path. */
  SortedMap<String, String> hashes() {
    return hashes;
  }

  private static Optional<String> ofFile(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] chunk = new byte[1 << 16];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        digest.update(chunk, 0, read);
      }
      return Optional.of(HexFormat.of().formatHex(digest.digest()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
