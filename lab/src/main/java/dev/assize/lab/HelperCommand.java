package dev.assize.lab;

import dev.assize.experiment.Command;
import dev.assize.linux.Completion;
import dev.assize.linux.Executables;
import dev.assize.linux.Prepared;
import dev.assize.linux.Spawn;
import dev.assize.linux.Stdio;
import dev.assize.linux.StopSwitch;
import dev.assize.linux.Supervision;
import dev.assize.linux.WaitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a command that is not measured: setup, prepare, check or cleanup. Its stdin is empty, its
 * stdout and stderr go to one file, of which the last 4 KiB become part of the message.
 */
final class HelperCommand {
  /** Between SIGTERM and SIGKILL, for helpers and measured commands alike. */
  static final Duration GRACE = Duration.ofMillis(500);

  private final Path output;
  private final Optional<StopSwitch> stop;

  HelperCommand(Path output, Optional<StopSwitch> stop) {
    this.output = output;
    this.stop = stop;
  }

  /**
   * How it went.
   *
   * @param detail the command, how it ended, and the end of its output
   */
  record Result(boolean ok, boolean stopped, String detail) {}

  Result run(Command command, Map<String, String> environment, Path directory, Duration timeout)
      throws IOException {
    String words = "'" + Texts.printable(Commands.words(command)) + "'";
    Completion completion;
    try (Prepared prepared = spawn(command, environment, directory).prepare()) {
      completion = prepared.launchAndWait(new Supervision(Optional.of(timeout), GRACE, stop));
    } catch (CannotStart | dev.assize.linux.LinuxException | IllegalArgumentException e) {
      Files.deleteIfExists(output);
      return new Result(false, false, words + " did not start: " + e.getMessage());
    }
    String ending =
        switch (completion.ending()) {
          case BY_ITSELF -> words(completion.status());
          case TIMED_OUT, TIMED_OUT_AND_KILLED ->
              "was ended at its time limit of " + Texts.seconds(timeout.toNanos());
          case STOPPED, STOPPED_AND_KILLED -> "was ended because the run is to stop";
        };
    boolean byItself = completion.ending() == Completion.Ending.BY_ITSELF;
    boolean stopped =
        completion.ending() == Completion.Ending.STOPPED
            || completion.ending() == Completion.Ending.STOPPED_AND_KILLED;
    String tail = LogTail.of(output);
    Files.deleteIfExists(output);
    return new Result(
        byItself && completion.status().isSuccess(),
        stopped,
        words + " " + ending + (tail.isEmpty() ? "" : "; its output: " + tail));
  }

  private Spawn spawn(Command command, Map<String, String> environment, Path directory)
      throws CannotStart {
    List<String> argv = Commands.argv(command);
    return Spawn.of(executable(argv.getFirst(), environment, directory), argv)
        .withEnvironment(Environments.entries(environment))
        .withDirectory(directory.toString())
        .withStdio(Stdio.nullDevice(), Stdio.writeTo(output.toString()), new Stdio.Fd(1))
        .withGroup(Spawn.Group.NEW_SESSION);
  }

  /** The program's file, looked up in the PATH of the command's own environment. */
  static String executable(String name, Map<String, String> environment, Path directory)
      throws CannotStart {
    try {
      return Executables.resolve(name, Environments.path(environment), directory).toString();
    } catch (IOException e) {
      throw new CannotStart(String.valueOf(e.getMessage()), e);
    }
  }

  static String words(WaitStatus status) {
    return switch (status) {
      case WaitStatus.Exited(int code) -> "ended with status " + code;
      case WaitStatus.Signalled s -> "was ended by " + s.signalName();
    };
  }
}
