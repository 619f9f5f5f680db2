package dev.assize.observe;

import dev.assize.linux.KernelText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells processes by an entry of the environment they were started with. */
final class Heirs {
  private Heirs() {}

  /**
   * Returns whether a process with the entry calls itself by that pid: in this pid namespace or in
   * one below.
   */
  static boolean holds(int pid, String entry) {
    if (hasEntry(pid, entry)) {
      return true;
    }
    String[] names = new File("/proc").list();
    if (names == null) {
      return false;
    }
    for (String name : names) {
      if (Character.isDigit(name.charAt(0))) {
        int other = Integer.parseInt(name);
        if (Kin.insideNumber(other) == pid && hasEntry(other, entry)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasEntry(int pid, String entry) {
    try {
      String environment =
          KernelText.decode(Files.readAllBytes(Path.of("/proc/" + pid + "/environ")));
      return ("\0" + environment).contains("\0" + entry + "\0");
    } catch (IOException gone) {
      return false;
    }
  }
}
