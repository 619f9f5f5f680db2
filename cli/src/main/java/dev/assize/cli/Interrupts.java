package dev.assize.cli;

import dev.assize.lab.Stop;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Turns SIGINT, SIGTERM and SIGHUP into a request to stop after the running command has been ended
 * and recorded. A second signal leaves at once; the journal is then as a kill leaves it, and still
 * resumable.
 */
final class Interrupts {
  private Interrupts() {}

  private static final String[] NAMES = {"INT", "TERM", "HUP"};

  /** From now on a signal ends the process, as it does by default. */
  static void endOnSignals() {
    for (String name : NAMES) {
      Signal.handle(new Signal(name), SignalHandler.SIG_DFL);
    }
  }

  static void stopOnSignals(Stop stop) {
    for (String name : NAMES) {
      Signal.handle(
          new Signal(name),
          signal -> {
            if (stop.requested().isPresent()) {
              Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
            stop.request("SIG" + signal.getName());
          });
    }
  }
}
