package dev.assize.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.PlannedTrial;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CsvTest {
  @TempDir Path directory;

  /** A reader of RFC 4180, written apart from the writer. */
  static List<List<String>> parse(String csv) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      if (quoted) {
        if (c != '"') {
          field.append(c);
        } else if (i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
          field.append('"');
          i++;
        } else {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',') {
        row.add(field.toString());
        field.setLength(0);
      } else if (c == '\r') {
        assertThat(csv.charAt(++i)).isEqualTo('\n');
        row.add(field.toString());
        field.setLength(0);
        rows.add(row);
        row = new ArrayList<>();
      } else {
        field.append(c);
      }
    }
    assertThat(row).as("the last line ends with CRLF").isEmpty();
    return rows;
  }

  record Row(Map<String, String> fields) {
    String get(String name) {
      return Objects.requireNonNull(fields.get(name), name);
    }
  }

  static List<Row> records(String csv) {
    List<List<String>> rows = parse(csv);
    List<Row> records = new ArrayList<>();
    for (List<String> row : rows.subList(1, rows.size())) {
      assertThat(row).hasSameSizeAs(rows.getFirst());
      Map<String, String> record = new HashMap<>();
      for (int i = 0; i < row.size(); i++) {
        record.put(rows.getFirst().get(i), row.get(i));
      }
      records.add(new Row(record));
    }
    return records;
  }

  /** Case 39: parameters that only some commands have, with every character that breaks tables. */
  @Test
  void raggedParametersGiveOneSetOfColumns() throws Exception {
    JsonNode input;
    try (var stream = CsvTest.class.getResourceAsStream("/39-ragged-params.json")) {
      input = new JsonMapper().readTree(stream);
    }
    StringBuilder yaml =
        new StringBuilder(
            """
            assize: 1
            name: ragged
            question: "Are ragged parameters exported?"
            arms: { old: {}, new: { args: ["a|b, \\"c\\""] } }
            metrics: { wall: { primary: true, minimum-effect: 1 % } }
            design: { blocks: 10, seed: 1 }
            scenarios:
            """);
    int number = 0;
    for (JsonNode result : input.get("results")) {
      yaml.append("  s").append(number++).append(":\n    shell: true\n    command: ");
      yaml.append(new JsonMapper().writeValueAsString(result.get("command").asString()));
      yaml.append("\n    checks: [ { stdout: equal } ]\n");
      if (result.has("parameters")) {
        yaml.append("    parameters:\n");
        for (var parameter : result.get("parameters").properties()) {
          yaml.append("      ").append(parameter.getKey()).append(": [");
          yaml.append(new JsonMapper().writeValueAsString(parameter.getValue().asString()));
          yaml.append("]\n");
        }
      }
    }
    SampleRun run = new SampleRun(yaml.toString());
    for (PlannedTrial planned : run.plan().trials()) {
      run.ended(run.record(planned, 1, 1_000_000_000L + planned.number()));
    }
    Report report = Samples.judged(run.close(), directory);

    List<Row> records = records(report.csv());
    assertThat(records.getFirst().fields().keySet()).contains("parameter_secs", "parameter_mode");
    assertThat(records.stream().map(r -> r.get("parameter_secs"))).contains("", "2", "3");
    assertThat(records.stream().map(r -> r.get("parameter_mode"))).contains("", "a|b,c");
    for (String line : report.markdown().lines().toList()) {
      if (line.startsWith("| new |")) {
        assertThat(line.replace("\\|", "").chars().filter(c -> c == '|')).hasSize(4);
      }
    }
    assertThat(report.markdown()).contains("sleep 3\n# two lines");
  }

  @Test
  void everySampleIsARowAndNumbersHaveAPointInEveryLocale() throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      SampleRun run = SampleRun.complete();
      Report report = Samples.judged(run, directory);
      List<Row> records = records(report.csv());

      assertThat(records)
          .filteredOn(r -> r.get("metric").equals("operation"))
          .hasSize(2 * (16 + 1) * 2 * 6);
      assertThat(records)
          .filteredOn(r -> !r.get("value").isEmpty())
          .allSatisfy(r -> assertThat(r.get("value")).matches("-?[0-9]+(\\.[0-9]+)?"));
      assertThat(report.text(false, 80)).contains("−11.2 %").doesNotContain("−11,2");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** A value that is not there is an empty field with a reason; a zero is a zero. */
  @Test
  void missingIsNotZero() throws Exception {
    List<Row> records = records(Samples.complete().csv());

    assertThat(records)
        .filteredOn(r -> r.get("trial").equals("34") && r.get("attempt").equals("1"))
        .isNotEmpty()
        .allSatisfy(
            r -> {
              assertThat(r.get("valid")).isEqualTo("false");
              assertThat(r.get("value")).isEmpty();
              assertThat(r.get("status")).startsWith("not ");
            });
    assertThat(records)
        .filteredOn(r -> r.get("metric").equals("writing") && r.get("cell").startsWith("list"))
        .isNotEmpty()
        .allSatisfy(r -> assertThat(r.get("status")).isEqualTo("not applicable"));
    assertThat(records)
        .filteredOn(r -> r.get("metric").equals("major-faults") && r.get("value").equals("0"))
        .isNotEmpty()
        .allSatisfy(r -> assertThat(r.get("status")).isEqualTo("measured"));
  }

  /** A million operation samples: all in the CSV, and a page that can still be sent by mail. */
  @Test
  void aMillionSamplesStayInTheCsvAndThePageStaysSmall() throws Exception {
    SampleRun run =
        new SampleRun(
            """
            assize: 1
            name: million
            question: "Does the page stay small?"
            arms: { old: {}, new: { args: [--new] } }
            metrics: { wall: { primary: true, minimum-effect: 1 % } }
            design: { blocks: 20, seed: 1 }
            scenarios:
              work:
                command: [work]
                operations: [op]
                rounds: 25000
                checks: [ { stdout: equal } ]
            """);
    for (PlannedTrial planned : run.plan().trials()) {
      TrialRecord record = run.record(planned, 1, 1_000_000_000L + 1_000L * planned.number());
      assertThat(record.operations()).hasSize(25_000);
      run.ended(record);
    }
    Report report = Report.of(run.close().material(Samples.saying(Samples.kept(), "made up")));

    String html = report.html();
    assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1_500_000);
    assertThat(html).contains("of 500000 samples drawn");
    long slowest =
        run.records().stream()
            .filter(TrialRecord::measured)
            .flatMap(record -> record.operations().stream())
            .mapToLong(sample -> sample.duration().value())
            .max()
            .orElseThrow();
    String inMilliseconds =
        BigDecimal.valueOf(slowest, 6)
            .round(new MathContext(6))
            .stripTrailingZeros()
            .toPlainString();
    assertThat(html).as("the slowest sample is drawn").contains(inMilliseconds);
    Lines counted = new Lines();
    report.csv(counted);
    assertThat(counted.lines).isGreaterThan(1_000_000);
  }

  private static final class Lines implements Appendable {
    private int lines;

    @Override
    public Appendable append(CharSequence text) {
      lines += (int) text.chars().filter(c -> c == '\n').count();
      return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
      return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char c) {
      return this;
    }
  }
}
