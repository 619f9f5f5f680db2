package dev.assize.cli;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.experiment.SpecException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/** Entry point of the {@code assize} command. */
@Command(
    name = "assize",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Is this change faster, and can I defend the answer?",
      "",
      "Assize seals the question, pairs and randomises the runs, checks the work, keeps every sample and "
          + "gives a verdict: WIN, LOSS, NO_DIFFERENCE, UNDECIDED, NOT_EXERCISED or VOID."
    },
    subcommands = {
      RunCommand.class,
      PlanCommand.class,
      ResumeCommand.class,
      JudgeCommand.class,
      ReportCommand.class,
      VerifyCommand.class,
      LsCommand.class,
      ShowCommand.class,
      DoctorCommand.class,
      InitCommand.class,
      WarmStartCommand.class,
      AutoComplete.GenerateCompletion.class
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:a verdict was reached",
      "1:the verdict is LOSS and --fail-on loss was given",
      "2:the command line or the spec is wrong; nothing was run",
      "3:the verdict is VOID",
      "4:the run could not be carried out, or its evidence not kept or read",
      "130:interrupted; the state is saved, and assize resume goes on"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize ab 'sort a.txt' 'LC_ALL=C sort a.txt'     # compare two commands",
      "  assize run examples/quickstart.yaml              # run a written experiment",
      "  assize doctor                                    # is this machine fit to measure?"
    })
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The whole command, as the tests and the documentation generator use it too. */
  static CommandLine commandLine() {
    CommandLine commandLine =
        new CommandLine(new Main())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure, line.getErr()))
            .setColorScheme(CommandLine.Help.defaultColorScheme(ansi()));
    for (CommandLine sub : commandLine.getSubcommands().values()) {
      sub.getCommandSpec().mixinStandardHelpOptions(true);
    }
    commandLine
        .getSubcommands()
        .get("generate-completion")
        .getCommandSpec()
        .usageMessage()
        .description("Prints a completion script for bash and zsh: source <(assize generate-completion)");
    return commandLine;
  }

  private static Ansi ansi() {
    String noColour = System.getenv("NO_COLOR");
    boolean plain =
        (noColour != null && !noColour.isEmpty())
            || "dumb".equals(System.getenv("TERM"))
            || !Terminals.isTerminal(1);
    return plain ? Ansi.OFF : Ansi.ON;
  }

  private static int explain(Exception failure, PrintWriter err) {
    switch (failure) {
      case CommandFailure known -> {
        err.println("assize: " + known.getMessage());
        return known.exitCode();
      }
      case SpecException spec -> {
        err.println(spec.getMessage());
        return ExitCode.USAGE;
      }
      case DamagedEvidenceException damaged -> {
        err.println("assize: " + damaged.getMessage());
        return ExitCode.CANNOT_RUN;
      }
      case FileSystemException file -> {
        err.println("assize: " + describe(file));
        return ExitCode.CANNOT_RUN;
      }
      case IOException io -> {
        err.println("assize: " + io.getMessage());
        return ExitCode.CANNOT_RUN;
      }
      default -> {
        err.println("assize: a defect of assize itself; please report it with what follows");
        failure.printStackTrace(err);
        return ExitCode.CANNOT_RUN;
      }
    }
  }

  private static String describe(FileSystemException file) {
    String what =
        switch (file) {
          case NoSuchFileException missing -> "expected it to exist, found nothing there";
          case AccessDeniedException denied -> "no permission";
          default -> file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
        };
    return file.getFile() + ": " + what;
  }
}
