package dev.assize.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.experiment.PlannedTrial;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTML report in a real browser. Fails where Chromium is missing. */
class PageTest {
  @TempDir static Path profile;
  static Browser browser;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    browser = new Browser(profile);
  }

  @AfterAll
  static void stop() throws Exception {
    browser.close();
  }

  private Path page(Report report) throws Exception {
    return Files.writeString(directory.resolve("report.html"), report.html());
  }

  private static void quiet(Browser.Page page) {
    assertThat(page.of("Log.entryAdded")).as("the browser's log").isEmpty();
    assertThat(page.of("Runtime.consoleAPICalled")).as("the console").isEmpty();
    assertThat(page.of("Runtime.exceptionThrown")).as("exceptions").isEmpty();
    assertThat(page.of("Network.requestWillBeSent"))
        .as("requests beyond the file itself")
        .allSatisfy(
            request ->
                assertThat(request.get("request").get("url").asString())
                    .matches("(file:.*/report\\.html|data:,)"));
  }

  @Test
  void chartsAreDrawnWithoutErrorsOrRequests() throws Exception {
    Browser.Page page = browser.open();
    page.size(1200, 900);
    page.load(page(Samples.complete()));

    int open =
        page.evaluate(
                "[...document.querySelectorAll('.chart')].filter(c => !c.closest('details')).length")
            .asInt();
    assertThat(open).isGreaterThan(8);
    assertThat(
            page.evaluate(
                    "[...document.querySelectorAll('.chart')].filter(c => !c.closest('details') &&"
                        + " c.querySelectorAll('svg path').length > 5).length")
                .asInt())
        .isEqualTo(open);
    // Folded charts are drawn when they are unfolded; the browser tells the script later.
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    String missing =
        "[...document.querySelectorAll('.chart')].filter(c =>"
            + " c.querySelectorAll('svg path').length == 0).length";
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (page.evaluate(missing).asInt() > 0 && System.nanoTime() < deadline) {
      Thread.sleep(100);
    }
    assertThat(page.evaluate(missing).asInt()).isZero();
    quiet(page);
  }

  /** Every sample has its own mark: 16 blocks and a warm-up for each of two arms. */
  @Test
  void everySampleIsDrawn() throws Exception {
    Browser.Page page = browser.open();
    page.size(1200, 900);
    page.load(page(Samples.complete()));

    String marks =
        "echarts.getInstanceByDom(document.querySelector('[data-chart=%s]')).getOption().series"
            + ".filter(s => s.type === 'scatter').reduce((n, s) => n + s.data.length, 0)";
    assertThat(page.evaluate(marks.formatted("order-0")).asInt()).isEqualTo(34);
    assertThat(page.evaluate(marks.formatted("spread-0")).asInt()).isEqualTo(32);
    assertThat(page.evaluate(marks.formatted("pairs-0")).asInt()).isEqualTo(16);
  }

  @Test
  void fitsNarrowAndWideAndFollowsTheColourScheme() throws Exception {
    Path file = page(Samples.judged(SampleRun.incomplete(), directory));
    for (int width : new int[] {400, 800, 1920}) {
      Browser.Page page = browser.open();
      page.size(width, 900);
      page.load(file);
      assertThat(page.evaluate("document.documentElement.scrollWidth").asInt())
          .isLessThanOrEqualTo(width);
      quiet(page);
    }
    Browser.Page light = browser.open();
    light.load(file);
    Browser.Page dark = browser.open();
    dark.dark();
    dark.load(file);
    String background = "getComputedStyle(document.body).backgroundColor";
    assertThat(light.evaluate(background).asString()).isEqualTo("rgb(255, 255, 255)");
    assertThat(dark.evaluate(background).asString()).isEqualTo("rgb(13, 17, 23)");
  }

  @Test
  void readsWithoutScripts() throws Exception {
    Browser.Page page = browser.open();
    page.withoutScripts();
    page.load(page(Samples.complete()));

    String text = page.evaluate("document.body.innerText").asString().replace('\u00a0', ' ');
    assertThat(text)
        .contains(
            "large is faster than small",
            "11.8 % less time",
            "[−12.2, −10.2] %",
            "The charts need JavaScript");
    assertThat(page.evaluate("document.querySelectorAll('table').length").asInt())
        .isGreaterThan(10);
    assertThat(
            page.evaluate("[...document.querySelectorAll('table')].every(t => t.caption)")
                .asBoolean())
        .isTrue();
  }

  /** Text from specs, programs and hosts is never markup, in no place of the page. */
  @Test
  void hostileTextStaysText() throws Exception {
    String hostile =
        "</script><script>window.pwned=1</script><img src=x onerror=\"window.pwned=2\">"
            + "' onmouseover='window.pwned=3' <!-- \u2028 ${x} &lt;";
    Report report = Samples.complete(Samples.saying(Samples.kept(), hostile));
    Browser.Page page = browser.open();
    page.load(page(report));

    assertThat(page.evaluate("typeof window.pwned").asString()).isEqualTo("undefined");
    assertThat(page.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
    assertThat(page.evaluate("document.querySelectorAll('script').length").asInt()).isEqualTo(3);
    assertThat(page.evaluate("document.querySelector('h1').textContent").asString())
        .contains("</script><script>window.pwned=1</script>");
    assertThat(page.evaluate("document.querySelectorAll('[onerror],[onmouseover]').length").asInt())
        .isZero();
    quiet(page);
  }

  /** A wide experiment: 21 cells, 10 metrics, 30 blocks, 1,302 attempts. */
  @Test
  void aWideExperimentStaysAPageToSend() throws Exception {
    String sizes =
        IntStream.rangeClosed(1, 20).mapToObj(i -> i + "k").collect(Collectors.joining(", "));
    SampleRun run =
        new SampleRun(SampleRun.SPEC.replace("64M, 1G", sizes).replace("blocks: 16", "blocks: 30"));
    for (PlannedTrial planned : run.plan().trials()) {
      run.ended(run.trial(planned, 1));
    }
    Report report = Samples.judged(run.close(), directory);

    assertThat(report.html().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2_200_000);
  }
}
