package dev.assize.observe;

import dev.assize.linux.KernelText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells processes by an entry of the environment they were started with. */
final class Heirs {
  private Heirs() {}

  /**
   * Returns whether a process with the entry may call itself by that pid: in this pid namespace or
   * in one below. One that has ended shows no environment any more and gets the benefit of the
   * doubt.
   */
  static boolean mayHold(int pid, String entry) {
    Optional<String> environment = environment(pid);
    if (environment.isEmpty() || has(environment.get(), entry)) {
      return true;
    }
    String[] names = new File("/proc").list();
    if (names == null) {
      return false;
    }
    for (String name : names) {
      if (Character.isDigit(name.charAt(0))) {
        int other = Integer.parseInt(name);
        if (Kin.insideNumber(other) == pid
            && environment(other).map(all -> has(all, entry)).orElse(true)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean has(String environment, String entry) {
    return ("\0" + environment).contains("\0" + entry + "\0");
  }

  /** Empty when the process has ended, or when it has no variable at all. */
  private static Optional<String> environment(int pid) {
    try {
      String all = KernelText.decode(Files.readAllBytes(Path.of("/proc/" + pid + "/environ")));
      return all.isEmpty() ? Optional.empty() : Optional.of(all);
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
