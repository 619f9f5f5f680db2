package dev.assize.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.PlannedTrial;
import dev.assize.judge.Comparison;
import dev.assize.judge.Judge;
import dev.assize.judge.Synthetic;
import dev.assize.judge.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 80, 100, 132, 200})
  void noLineIsWiderThanTheTerminal(int width) throws Exception {
    Report report = Samples.complete();

    for (String text : List.of(report.text(false, width), report.ascii(false, width))) {
      assertThat(text.lines())
          .filteredOn(line -> !line.contains("runs/copy-buffer/")) // a command stays in one piece
          .allSatisfy(line -> assertThat(Visible.width(line)).isLessThanOrEqualTo(width));
    }
  }

  @Test
  void colourOnlyWhenAskedAndAsciiOnlyAscii() throws Exception {
    Report report = Samples.complete();

    assertThat(report.text(false, 80)).doesNotContain("\u001b");
    assertThat(report.text(true, 80)).contains("\u001b[32m");
    assertThat(report.text(true, 80).replaceAll("\u001b\\[[0-9]+m", ""))
        .isEqualTo(report.text(false, 80));
    String ascii = report.ascii(false, 80);
    assertThat(new String(ascii.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII))
        .isEqualTo(ascii);
    assertThat(ascii).doesNotContain("?%").contains("-11.2 % [-12.2, -10.2] %");
  }

  @Test
  void everyComparisonAndEveryRegressionIsShown() throws Exception {
    Verdict verdict = Samples.kept();
    Report report = Samples.complete(verdict);

    for (Comparison comparison : verdict.comparisons()) {
      String change = Change.of(comparison).bounds(comparison.randomisation());
      assertThat(report.markdown()).contains(MarkdownRenderer.inline(change));
      assertThat(report.html()).contains(change);
      assertThat(report.text(false, 300)).contains(change.replace(Numbers.NBSP, " "));
    }
    assertThat(verdict.regressions()).hasSizeGreaterThan(3);
    for (int index : verdict.regressions()) {
      Comparison worse = verdict.comparisons().get(index);
      String name = worse.metric().name() + " · " + worse.cell().scenario();
      assertThat(report.summary(false, 300)).contains(name);
    }
  }

  @Test
  void anIncompleteRunSaysSoFirst() throws Exception {
    Report report = Samples.judged(SampleRun.incomplete(), directory);

    assertThat(report.text(false, 80)).startsWith("INCOMPLETE RUN: 63 of 102");
    assertThat(report.summary(false, 80)).startsWith("INCOMPLETE RUN: 63 of 102");
    assertThat(report.markdown()).startsWith("> **INCOMPLETE RUN**: 63 of 102");
    assertThat(report.html().indexOf("INCOMPLETE RUN")).isLessThan(report.html().indexOf("<h1>"));
    assertThat(report.text(false, 80)).contains("attempts 40-1");
  }

  @Test
  void uncheckedWorkIsSaidOnTheFirstLine() throws Exception {
    SampleRun run =
        new SampleRun(
            """
            assize: 1
            name: unchecked
            question: "Is it faster?"
            arms: { old: {}, new: { args: [--new] } }
            metrics: { wall: { primary: true, minimum-effect: 1 % } }
            design: { blocks: 8, seed: 1 }
            scenarios:
              work: { command: [work], check: none, why: it prints the time }
            """);
    for (PlannedTrial planned : run.plan().trials()) {
      run.ended(run.record(planned, 1, 1_000_000_000L + planned.number()));
    }
    Report report = Samples.judged(run.close(), directory);

    assertThat(report.text(false, 200).lines().findFirst().orElseThrow())
        .startsWith("UNCHECKED WORK: in work nothing was checked")
        .contains("it prints the time");
    assertThat(report.markdown()).startsWith("> **UNCHECKED WORK**");
  }

  /** Output of a measured program must not move the cursor, open a link or ping a person. */
  @Test
  void hostileTextIsShownAndDoesNothing() throws Exception {
    String hostile =
        "\u001b[2J\u202e | `x` <b> [l](http://e.example) @someone #12 \n# head\r\u0007";
    Report report = Samples.complete(Samples.saying(Samples.kept(), hostile));

    assertThat(report.text(false, 80)).doesNotContain("\u001b", "\u202e", "\r", "\u0007");
    assertThat(report.text(false, 200)).contains("\\u{1b}[2J\\u{202e}");
    assertThat(report.markdown())
        .doesNotContain("\u001b", "<b>", " [l](", "://", "@someone", "#12", "\n# head")
        .contains("\\u{1b}");
    assertThat(report.junit()).doesNotContain("\u001b", "<b>");
  }

  @ParameterizedTest
  @EnumSource(Synthetic.Known.class)
  void everyKnownAnswerHasAReport(Synthetic.Known known) throws Exception {
    var run = Synthetic.write(known, directory.resolve("run"));
    Verdict verdict = Judge.judge(run);
    Report report = Report.of(run, verdict);

    String word = Labels.word(verdict.outcome());
    assertThat(report.text(false, 80)).startsWith(Labels.symbol(verdict.outcome()) + " " + word);
    assertThat(report.markdown()).contains(word);
    assertThat(report.html()).contains("</html>").contains(word);
    assertThat(report.junit()).contains("verdict\" value=\"" + verdict.outcome().name());
  }

  /** "None" would be a claim; a void run knows nothing. */
  @Test
  void aVoidRunClaimsNoAbsenceOfRegressions() throws Exception {
    var run = Synthetic.write(Synthetic.Known.VOID, directory.resolve("run"));
    Report report = Report.of(run, Judge.judge(run));

    assertThat(report.text(false, 80)).contains("Not known: none of").doesNotContain("None: of");
    assertThat(report.summary(false, 400)).contains("000000000000…").doesNotContain("0".repeat(64));
    assertThat(report.html()).contains("0".repeat(64));
  }

  /** The same evidence gives the same bytes, whatever the hash order of maps in this process. */
  @Test
  void reportsAreTheSameEachTime() throws Exception {
    Report one = Samples.judged(SampleRun.complete(), directory.resolve("one"));
    Report two = Samples.judged(SampleRun.complete(), directory.resolve("two"));

    assertThat(one.html()).isEqualTo(two.html());
    assertThat(one.markdown()).isEqualTo(two.markdown());
    assertThat(one.csv()).isEqualTo(two.csv());
  }
}
