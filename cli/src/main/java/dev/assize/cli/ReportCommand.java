package dev.assize.cli;

import dev.assize.evidence.RunDirectory;
import dev.assize.judge.Judge;
import dev.assize.judge.Verdict;
import dev.assize.judge.VerdictJson;
import dev.assize.report.Report;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = "Makes the reports of a run again, or prints one.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assize report latest                         # writes report.html, .md, .junit.xml, .csv",
      "  assize report latest --format markdown       # to stdout",
      "  assize report latest --format csv -o samples.csv"
    })
final class ReportCommand implements Callable<Integer> {
  enum Format {
    text,
    markdown,
    html,
    junit,
    csv,
    json
  }

  @Parameters(
      paramLabel = "RUN",
      description = "A run: directory, id, experiment's name, or 'latest'.")
  String run = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Print one of ${COMPLETION-CANDIDATES} instead of writing all files.")
  @Nullable Format format;

  @Option(
      names = "-o",
      paramLabel = "FILE",
      description = "With --format: write to FILE, not stdout.")
  @Nullable Path file;

  @Mixin Common common = new Common();

  @Override
  public Integer call() throws Exception {
    RunDirectory directory = RunDirectory.open(common.runs().named(run));
    Verdict verdict = Judge.judge(directory);
    Report report = Report.of(directory, verdict);
    Output output = common.output();
    Format wanted = common.json ? Format.json : format;
    if (wanted == null) {
      if (file != null) {
        throw new CommandFailure(
            ExitCode.USAGE,
            "-o: expected --format beside it, found none; say which report FILE gets");
      }
      Session.writeReports(directory, report);
      output.results().println(directory.path().resolve("report.html"));
      return Session.statusOf(verdict.outcome(), false);
    }
    String text =
        switch (wanted) {
          case text -> report.text(output.resultsColoured() && file == null, output.width());
          case markdown -> report.markdown();
          case html -> report.html();
          case junit -> report.junit();
          case csv -> report.csv();
          case json -> new String(VerdictJson.write(verdict), StandardCharsets.UTF_8);
        };
    if (file != null) {
      Files.writeString(file, text);
    } else {
      output.results().print(text);
      output.results().flush();
    }
    return Session.statusOf(verdict.outcome(), false);
  }
}
