package dev.assize.lab;

import dev.assize.evidence.Ending;
import dev.assize.experiment.Scenario;
import dev.assize.linux.Completion;
import dev.assize.linux.WaitStatus;
import java.util.Optional;

/** How a measured command ended, for the evidence and in words. */
final class Endings {
  private Endings() {}

  /**
   * The ending in the evidence.
   *
   * @param requested why the run is to stop, when it is. A command that was stopped without that
   *     lost its server: then its own status counts, and the trial is void by another gate
   */
  static Ending of(Completion completion, Optional<String> requested, boolean serverDied) {
    return switch (completion.ending()) {
      case BY_ITSELF -> status(completion);
      case TIMED_OUT, TIMED_OUT_AND_KILLED -> new Ending.TimedOut();
      case STOPPED, STOPPED_AND_KILLED ->
          serverDied && requested.isEmpty()
              ? status(completion)
              : new Ending.Interrupted(requested.orElse("stopped"));
    };
  }

  private static Ending status(Completion completion) {
    return switch (completion.status()) {
      case WaitStatus.Exited(int code) -> new Ending.Exited(code);
      case WaitStatus.Signalled(int signal, boolean _) -> new Ending.Signalled(signal);
    };
  }

  static String words(Completion completion, Scenario scenario) {
    return switch (completion.ending()) {
      case BY_ITSELF -> HelperCommand.words(completion.status());
      case TIMED_OUT ->
          "was ended by SIGTERM at its timeout of " + Texts.seconds(scenario.timeout().value());
      case TIMED_OUT_AND_KILLED ->
          "was ended by SIGKILL at its timeout of "
              + Texts.seconds(scenario.timeout().value())
              + " because it did not obey SIGTERM";
      case STOPPED, STOPPED_AND_KILLED -> "was stopped";
    };
  }
}
