package dev.assize.cli;

import dev.assize.lab.Stop;
import sun.misc.Signal;

/**
 * Turns SIGINT, SIGTERM and SIGHUP into a request to stop after the running command has been ended and
 * recorded. A second signal leaves at once; the journal is then as a kill leaves it, and still resumable.
 */
final class Interrupts {
  private Interrupts() {}

  static void stopOnSignals(Stop stop) {
    for (String name : new String[] {"INT", "TERM", "HUP"}) {
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
