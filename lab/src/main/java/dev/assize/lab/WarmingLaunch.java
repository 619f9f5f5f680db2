package dev.assize.lab;

import dev.assize.linux.Executables;
import dev.assize.linux.Prepared;
import dev.assize.linux.Spawn;
import dev.assize.linux.Supervision;
import java.io.IOException;
import java.util.List;

/**
 * One launch of {@code env}, which with an empty environment does nothing, by the thread that is
 * about to launch the command. Between trials the lab lists processes and writes files, and starts
 * a new thread; without this the kernel's and the C library's path of a launch would be cold again,
 * and the command would be charged for it. The command's own file is not touched: whether that is
 * cold stays as it was.
 */
final class WarmingLaunch {
  private static final String STANDARD_PATH = "/usr/bin:/bin";

  private WarmingLaunch() {}

  /** Launches and reaps; returns words on what was done, for the evidence. */
  static String carryOut(Supervision supervision) {
    try {
      String env = Executables.resolve("env", STANDARD_PATH).toString();
      try (Prepared prepared = Spawn.of(env, List.of("env")).prepare()) {
        prepared.launchAndWait(supervision);
      }
      return env + ", once, right before the command";
    } catch (IOException e) {
      return "none: " + e.getMessage();
    }
  }
}
