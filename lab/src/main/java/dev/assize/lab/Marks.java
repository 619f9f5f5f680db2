package dev.assize.lab;

import dev.assize.linux.KernelText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Entries of a process's initial environment, by which the lab knows what it started. */
final class Marks {
  private Marks() {}

  /** Whether the environment has the entry. */
  static boolean has(int pid, String entry) {
    return environment(pid).contains("\n" + oneLine(entry) + "\n");
  }

  /** Newlines end entries, so an entry holds none. */
  static String oneLine(String text) {
    return text.replace('\n', ' ');
  }

  /** The initial environment, each entry between newlines; empty when it is not ours to read. */
  static String environment(int pid) {
    List<String> entries = new ArrayList<>();
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
      for (String entry : KernelText.decode(bytes).split("\0", -1)) {
        entries.add(oneLine(entry));
      }
    } catch (IOException e) {
      // Gone, or of another user.
      return "";
    }
    return "\n" + String.join("\n", entries) + "\n";
  }
}
