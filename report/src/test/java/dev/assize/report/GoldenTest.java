package dev.assize.report;

import dev.assize.judge.Judge;
import dev.assize.judge.Verdict;
import dev.assize.judge.VerdictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every format of one run, against files. The verdict is kept too, so that only reports change. */
class GoldenTest {
  @TempDir Path directory;

  private Report report() throws Exception {
    if (Golden.writing()) {
      Verdict verdict =
          Judge.judge(Samples.written(SampleRun.complete(), directory.resolve("judged")));
      Files.createDirectories(Golden.DIRECTORY);
      Files.write(Golden.DIRECTORY.resolve("verdict.json"), VerdictJson.write(verdict));
    }
    return Samples.complete(Samples.kept());
  }

  @Test
  void text() throws Exception {
    Report report = report();
    Golden.check("report.txt", report.text(false, 80));
    Golden.check("report-ascii.txt", report.ascii(false, 80));
    Golden.check("summary-colour.txt", report.summary(true, 120));
  }

  @Test
  void markdown() throws Exception {
    Golden.check("report.md", report().markdown());
  }

  @Test
  void junit() throws Exception {
    Golden.check("report.xml", report().junit());
  }

  @Test
  void csv() throws Exception {
    Golden.check("report.csv", report().csv());
  }

  /** The page but for the chart library, which would only repeat what the build unpacked. */
  @Test
  void html() throws Exception {
    String html = report().html();
    String library = Resources.text("echarts/echarts.min.js");
    Golden.check("report.html", html.replace(library, "/* the chart library */"));
  }
}
