package dev.assize.report;

import dev.assize.judge.Comparison;
import dev.assize.judge.Outcome;
import dev.assize.judge.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * A JUnit XML file: one suite for the experiment, one case for each primary comparison. LOSS is a
 * failure. VOID and NOT_EXERCISED are errors, because a run that proves nothing must not pass.
 * UNDECIDED passes and says in its output that nothing was decided.
 */
final class JunitWriter {
  private final Material material;
  private final Verdict verdict;
  private final Labels labels;
  private final StringBuilder cases = new StringBuilder();
  private int tests;
  private int failures;
  private int errors;

  private JunitWriter(Material material) {
    this.material = material;
    this.verdict = material.verdict();
    this.labels = new Labels(material.experiment(), verdict.comparisons());
  }

  static String write(Material material, Document document) {
    return new JunitWriter(material).suite(document);
  }

  private String suite(Document document) {
    List<Comparison> primary = verdict.comparisons().stream().filter(Comparison::primary).toList();
    primary.forEach(this::comparison);
    boolean told = primary.stream().anyMatch(comparison -> isError(comparison.outcome()));
    if ((isError(verdict.outcome()) && !told) || primary.isEmpty()) {
      whole("verdict", Labels.word(verdict.outcome()), verdict.sentence());
    }
    if (!verdict.complete()) {
      whole(
          "complete run",
          "INCOMPLETE",
          verdict.counts().missing() + " of " + verdict.counts().planned() + " trials are missing");
    }
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="%s" tests="%d" failures="%d" errors="%d" skipped="0">
            <properties>
              <property name="run" value="%s"/>
              <property name="seed" value="%d"/>
              <property name="spec-sha256" value="%s"/>
              <property name="verdict" value="%s"/>
            </properties>
        %s    <system-out>%s</system-out>
          </testsuite>
        </testsuites>
        """
        .formatted(
            Markup.line(material.experiment().name()),
            tests,
            failures,
            errors,
            Markup.line(material.runId()),
            material.seal().seed(),
            Markup.line(material.seal().spec()),
            verdict.outcome().name(),
            cases,
            Markup.lines(summary(document)));
  }

  private String summary(Document document) {
    List<String> lines = new ArrayList<>();
    document.warnings().forEach(notice -> lines.add(told(notice)));
    lines.add(Labels.word(verdict.outcome()) + ": " + verdict.sentence());
    document.remarks().forEach(notice -> lines.add(told(notice)));
    for (int index : verdict.regressions()) {
      Comparison comparison = verdict.comparisons().get(index);
      lines.add("Regression: " + labels.comparison(comparison) + " " + effect(comparison));
    }
    return String.join("\n", lines);
  }

  private static String told(Document.Notice notice) {
    return notice.word() + ": " + String.join("; ", notice.texts());
  }

  private void comparison(Comparison comparison) {
    String text =
        effect(comparison)
            + ", matters from "
            + Change.of(comparison).threshold()
            + ", "
            + Labels.direction(comparison.metric());
    StringBuilder body = new StringBuilder();
    if (comparison.outcome() == Outcome.LOSS) {
      failures++;
      body.append(problem("failure", "LOSS", text, comparison.remarks()));
    } else if (isError(comparison.outcome())) {
      errors++;
      body.append(problem("error", comparison.outcome().name(), text, comparison.remarks()));
    }
    body.append(
        "      <system-out>%s: %s%s</system-out>\n"
            .formatted(
                Labels.word(comparison.outcome()),
                Markup.line(text),
                comparison.outcome() == Outcome.UNDECIDED
                    ? Markup.line(". " + Labels.meaning(Outcome.UNDECIDED))
                    : ""));
    testCase(
        comparison.metric().name() + " " + comparison.contrast(),
        comparison.cell().toString(),
        body.toString());
  }

  private static String effect(Comparison comparison) {
    Change change = Change.of(comparison);
    return change.estimate() + " " + change.bounds(change.leading());
  }

  private void whole(String name, String type, String text) {
    errors++;
    List<String> why =
        verdict.voids().stream()
            .map(voided -> voided.what() + ": " + voided.gate() + ": " + voided.why())
            .toList();
    testCase(name, "run", problem("error", type, text, why));
  }

  private static String problem(String element, String type, String text, List<String> more) {
    return "      <%s type=\"%s\" message=\"%s\">%s</%s>\n"
        .formatted(
            element,
            Markup.line(type),
            Markup.line(text),
            Markup.lines(String.join("\n", more)),
            element);
  }

  private void testCase(String name, String group, String body) {
    tests++;
    cases.append(
        "    <testcase classname=\"%s.%s\" name=\"%s\">\n%s    </testcase>\n"
            .formatted(
                Markup.line(material.experiment().name()),
                Markup.line(group),
                Markup.line(name),
                body));
  }

  private static boolean isError(Outcome outcome) {
    return outcome == Outcome.VOID || outcome == Outcome.NOT_EXERCISED;
  }
}
