package dev.assize.cli;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.experiment.SpecException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.List;
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
      "Assize seals the question, pairs and randomises the runs, checks the work, keeps every"
          + " sample and gives a verdict: WIN, LOSS, NO_DIFFERENCE, UNDECIDED, NOT_EXERCISED or"
          + " VOID."
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
  /** In the order in which the help lists them. */
  private static final List<String> SUBCOMMANDS =
      List.of(
          "ab",
          "run",
          "plan",
          "resume",
          "judge",
          "report",
          "verify",
          "ls",
          "show",
          "doctor",
          "conform",
          "selftest",
          "init",
          "warm-start",
          "generate-completion");

  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    int status = commandLineFor(arguments).execute(arguments);
    // A result that did not reach its reader is no result: a full disk, a reader that went away.
    if (System.out.checkError() && status != ExitCode.INTERRUPTED) {
      System.err.println(
          "assize: stdout: expected to write the result, found that it could not be written; "
              + "what was measured is kept, assize report prints it again");
      status = ExitCode.CANNOT_RUN;
    }
    System.exit(status);
  }

  /** The whole command, as the tests and the documentation generator use it too. */
  static CommandLine commandLine() {
    return commandLine(SUBCOMMANDS, ansi());
  }

  static CommandLine commandLine(Ansi ansi) {
    return commandLine(SUBCOMMANDS, ansi);
  }

  /**
   * The command with only the subcommand that is asked for: picocli reads the annotations of each
   * that it gets, and all of them take longer than the start of the JVM. The completion script
   * names all, and so do the help and an error before the subcommand.
   */
  static CommandLine commandLineFor(String... arguments) {
    boolean one =
        arguments.length > 0
            && SUBCOMMANDS.contains(arguments[0])
            && !arguments[0].equals("generate-completion");
    return commandLine(one ? List.of(arguments[0]) : SUBCOMMANDS, ansi());
  }

  private static CommandLine commandLine(List<String> subcommands, Ansi ansi) {
    CommandLine commandLine = new CommandLine(new Main());
    for (String name : subcommands) {
      commandLine.addSubcommand(name, subcommand(name));
    }
    commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure, line.getErr()))
        .setParameterExceptionHandler(UsageErrors::explain)
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi));
    for (CommandLine sub : commandLine.getSubcommands().values()) {
      sub.getCommandSpec().mixinStandardHelpOptions(true);
    }
    CommandLine completion = commandLine.getSubcommands().get("generate-completion");
    if (completion != null) {
      completion
          .getCommandSpec()
          .usageMessage()
          .description(
              "Prints a completion script for bash and zsh: source <(assize generate-completion)");
    }
    return commandLine;
  }

  private static Object subcommand(String name) {
    return switch (name) {
      case "ab" -> new AbCommand();
      case "run" -> new RunCommand();
      case "plan" -> new PlanCommand();
      case "resume" -> new ResumeCommand();
      case "judge" -> new JudgeCommand();
      case "report" -> new ReportCommand();
      case "verify" -> new VerifyCommand();
      case "ls" -> new LsCommand();
      case "show" -> new ShowCommand();
      case "doctor" -> new DoctorCommand();
      case "conform" -> new ConformCommand();
      case "selftest" -> new SelftestCommand();
      case "init" -> new InitCommand();
      case "warm-start" -> new WarmStartCommand();
      case "generate-completion" -> new AutoComplete.GenerateCompletion();
      default -> throw new IllegalArgumentException("expected a subcommand, found " + name);
    };
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
    Exception cause =
        switch (failure) {
          case UncheckedIOException wrapper when wrapper.getCause() != null -> wrapper.getCause();
          case DirectoryIteratorException wrapper when wrapper.getCause() != null ->
              wrapper.getCause();
          default -> failure;
        };
    return switch (cause) {
      case CommandFailure known -> said(err, "assize: " + known.getMessage(), known.exitCode());
      case SpecException spec -> said(err, String.valueOf(spec.getMessage()), ExitCode.USAGE);
      case DamagedEvidenceException damaged ->
          said(err, "assize: " + damaged.getMessage(), ExitCode.CANNOT_RUN);
      case InvalidPathException path ->
          said(
              err,
              "assize: expected a file name that this locale can write, found '"
                  + path.getInput()
                  + "'; set LC_ALL=C.UTF-8",
              ExitCode.USAGE);
      case FileSystemException file -> said(err, "assize: " + describe(file), ExitCode.CANNOT_RUN);
      case IOException io -> said(err, "assize: " + io.getMessage(), ExitCode.CANNOT_RUN);
      default -> {
        err.println("assize: a defect of assize itself; please report it with what follows");
        cause.printStackTrace(err);
        yield ExitCode.CANNOT_RUN;
      }
    };
  }

  private static int said(PrintWriter err, String message, int status) {
    err.println(Printable.of(message));
    return status;
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
