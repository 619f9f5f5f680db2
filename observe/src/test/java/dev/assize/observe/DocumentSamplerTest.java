package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.experiment.Observe;
import dev.assize.experiment.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocumentSamplerTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path directory;
  private HttpServer http;
  private volatile int status = 200;
  private volatile String body = "";
  private volatile boolean chunked;
  private Commands process;

  @BeforeEach
  void serve() throws Exception {
    process = Commands.shell("sleep 60; :");
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/counters",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, chunked ? 0 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    http.start();
  }

  @AfterEach
  void end() throws Exception {
    http.stop(0);
    process.close();
  }

  private String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/counters?all=1";
  }

  private DocumentSampler sampler(Observe.Counters.Document document) throws IOException {
    Kin kin = Kin.of(process.pid()).orElseThrow();
    Targets targets =
        new Targets(
            OptionalInt.of(process.pid()),
            OptionalInt.empty(),
            Scenario.Treated.SERVER,
            Map.of(
                "port.admin", String.valueOf(http.getAddress().getPort()), "address", "127.0.0.1"),
            Optional.empty(),
            Set.of());
    return new DocumentSampler(document, targets, () -> List.of(kin), SECOND);
  }

  private DocumentSampler json(String location) throws IOException {
    return sampler(
        new Observe.Counters.Document(
            "engine",
            Observe.Format.JSON,
            location,
            "/pid",
            Optional.of("/time"),
            Map.of(
                "sends", "/zero_copy/sends", "ratio", "/ratio", "missing", "/zero_copy/nothing")));
  }

  private static Observation.Sample sample(DocumentSampler sampler) throws IOException {
    return sampler.sample(true).orElseThrow();
  }

  @Test
  void jsonCountersAreReadByPointer() throws Exception {
    body =
        "{\"pid\": %d, \"time\": 1790000000.5, \"ratio\": 0.1250, \"zero_copy\": {\"sends\": 985}}"
            .formatted(process.pid());
    for (boolean each : new boolean[] {false, true}) {
      chunked = each;
      try (DocumentSampler sampler = json("http://${address}:${port.admin}/counters")) {
        Observation.Sample sample = sample(sampler);
        assertThat(sample.source()).isEqualTo("engine");
        assertThat(sample.pid()).hasValue(process.pid());
        assertThat(sample.stated()).hasValue(1_790_000_000_500_000_000L);
        assertThat(sample.readings().get("sends")).isEqualTo(new Reading.Whole(985));
        assertThat(sample.readings().get("ratio")).isEqualTo(new Reading.Decimal("0.1250"));
        assertThat(sample.readings().get("missing"))
            .isEqualTo(new Reading.Unpublished("the document has nothing at /zero_copy/nothing"));
        assertThat(sampler.complaint()).isEmpty();
      }
    }
  }

  @Test
  void withoutNamesAllNumbersAreTaken() throws Exception {
    body =
        "{\"pid\": %d, \"a\": {\"b\": 1, \"c\": \"x\"}, \"d\": [2, 3.5]}".formatted(process.pid());
    try (DocumentSampler sampler =
        sampler(
            new Observe.Counters.Document(
                "engine", Observe.Format.JSON, url(), "/pid", Optional.empty(), Map.of()))) {
      assertThat(sample(sampler).readings())
          .isEqualTo(
              Map.of(
                  "pid", new Reading.Whole(process.pid()),
                  "a.b", new Reading.Whole(1),
                  "d.0", new Reading.Whole(2),
                  "d.1", new Reading.Decimal("3.5")));
    }
  }

  @Test
  void prometheusCountersAreReadByNameAndLabels() throws Exception {
    body =
        """
        # HELP requests_total all requests
        # TYPE requests_total counter
        requests_total{code="200",path="/a}b \\"x\\""} 1.5e+03 1790000000000
        requests_total{code="404"} 0
        process_pid %d
        seconds_total 12.34
        strange NaN
        """
            .formatted(process.pid());
    Map<String, String> names =
        Map.of(
            "ok", "requests_total{code=\"200\",path=\"/a}b \\\"x\\\"\"}",
            "lost", "requests_total{code=\"404\"}",
            "seconds", "seconds_total",
            "strange", "strange",
            "gone", "requests_total");
    try (DocumentSampler sampler =
        sampler(
            new Observe.Counters.Document(
                "web", Observe.Format.PROMETHEUS, url(), "process_pid", Optional.empty(), names))) {
      Map<String, Reading> readings = sample(sampler).readings();
      assertThat(readings.get("ok")).isEqualTo(new Reading.Whole(1500));
      assertThat(readings.get("lost")).isEqualTo(new Reading.Whole(0));
      assertThat(readings.get("seconds")).isEqualTo(new Reading.Decimal("12.34"));
      assertThat(readings.get("strange")).isEqualTo(new Reading.Unpublished("the value is NaN"));
      assertThat(readings.get("gone"))
          .isEqualTo(new Reading.Unpublished("the document has no metric requests_total"));
    }
  }

  @Test
  void foreignPidEndsTheSource() throws Exception {
    body = "{\"pid\": %d}".formatted(ProcessHandle.current().pid());
    try (DocumentSampler sampler = json(url())) {
      assertThatThrownBy(() -> sample(sampler))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("expected a document of the process under test")
          .hasMessageContaining("found one of pid " + ProcessHandle.current().pid());
    }
  }

  @Test
  void documentWithoutPidIsRefused() throws Exception {
    body = "{\"zero_copy\": {\"sends\": 1}}";
    try (DocumentSampler sampler = json(url())) {
      assertThatThrownBy(() -> sample(sampler))
          .hasMessageContaining("expected the pid of the process under test, " + process.pid())
          .hasMessageContaining("nothing at /pid");
    }
  }

  @Test
  void descendantOfTheProcessMayPublish() throws Exception {
    int child = 0;
    for (int i = 0; i < 500 && child == 0; i++) {
      Thread.sleep(10);
      child =
          ProcessHandle.of(process.pid())
              .orElseThrow()
              .children()
              .mapToInt(c -> (int) c.pid())
              .findFirst()
              .orElse(0);
    }
    body = "{\"pid\": %d, \"zero_copy\": {\"sends\": 7}}".formatted(child);
    try (DocumentSampler sampler = json(url())) {
      assertThat(sample(sampler).pid()).hasValue(child);
    }
  }

  @Test
  void refusalsAndGarbageLeaveCountersUnpublishedAndAreComplainedOf() throws Exception {
    try (DocumentSampler sampler = json(url())) {
      status = 404;
      unpublished(sampler, "expected status 200, found 404");
      status = 200;
      body = "<html>not found</html>";
      unpublished(sampler, "expected JSON");
      body = "{\"pid\": 1";
      unpublished(sampler, "expected JSON");
      body = "\"text\"";
      unpublished(sampler, "expected a JSON object");
      assertThat(sampler.complaint().orElseThrow()).contains("4 of 4 documents");
      body = "{\"pid\": %d, \"zero_copy\": {\"sends\": 0}}".formatted(process.pid());
      assertThat(sample(sampler).readings().get("sends")).isEqualTo(new Reading.Whole(0));
      assertThat(sampler.complaint()).isEmpty();
    }
  }

  private static void unpublished(DocumentSampler sampler, String why) throws IOException {
    Reading reading = sample(sampler).readings().get("sends");
    assertThat(reading).isInstanceOf(Reading.Unpublished.class).asString().contains(why);
  }

  @Test
  void serverThatNeverAnswersIsGivenUp() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DocumentSampler sampler = json("http://127.0.0.1:" + silent.getLocalPort() + "/")) {
      unpublished(sampler, "no whole answer within 1000 ms");
    }
  }

  @Test
  void nobodyListeningIsSaid() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (DocumentSampler sampler = json("http://127.0.0.1:" + port + "/")) {
      unpublished(sampler, "Connection refused");
    }
  }

  @Test
  void notHttpIsSaid() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DocumentSampler sampler = json("http://127.0.0.1:" + other.getLocalPort() + "/")) {
      Thread.ofPlatform()
          .start(
              () -> {
                try (var accepted = other.accept()) {
                  accepted
                      .getOutputStream()
                      .write("220 mail ready\r\n".getBytes(StandardCharsets.UTF_8));
                } catch (IOException ended) {
                  return;
                }
              });
      unpublished(sampler, "expected an HTTP/1.1 answer, found '220 mail ready'");
    }
  }

  @Test
  void fileIsADocumentToo() throws Exception {
    Path file = directory.resolve("counters.json");
    try (DocumentSampler sampler = json(file.toString())) {
      unpublished(sampler, "expected a file of counters, found none");
      Files.writeString(
          file, "{\"pid\": %d, \"zero_copy\": {\"sends\": 3}}".formatted(process.pid()));
      assertThat(sample(sampler).readings().get("sends")).isEqualTo(new Reading.Whole(3));
    }
  }

  @Test
  void endedProcessIsAbsentWhateverTheDocumentSays() throws Exception {
    body = "{\"pid\": %d, \"zero_copy\": {\"sends\": 3}}".formatted(process.pid());
    try (DocumentSampler sampler = json(url())) {
      process.kill();
      assertThat(sample(sampler).readings().get("sends")).isInstanceOf(Reading.Absent.class);
    }
  }

  @Test
  void prometheusGarbageNamesTheLine() {
    assertThatThrownBy(() -> PrometheusDocument.parse("good 1\nnot a metric line at all\n"))
        .hasMessageContaining("line 2")
        .hasMessageContaining("not a metric line");
    assertThatThrownBy(() -> PrometheusDocument.parse("good 1,5\n")).hasMessageContaining("'1,5'");
    assertThatThrownBy(() -> PrometheusDocument.parse("# nothing\n"))
        .hasMessageContaining("no metric");
  }

  @Test
  void unixTimesAreToldApartBySize() {
    long nanos = 1_790_000_000_123_000_000L;
    assertThat(CounterDocument.unixNanos(new Reading.Decimal("1790000000.123"))).hasValue(nanos);
    assertThat(CounterDocument.unixNanos(new Reading.Whole(1_790_000_000_123L))).hasValue(nanos);
    assertThat(CounterDocument.unixNanos(new Reading.Whole(1_790_000_000_123_000L)))
        .hasValue(nanos);
    assertThat(CounterDocument.unixNanos(new Reading.Whole(nanos))).hasValue(nanos);
    assertThat(CounterDocument.unixNanos(new Reading.Unpublished(""))).isEmpty();
  }

  @Test
  void locationThatIsNoAddressIsRefusedAtTheStart() {
    assertThatThrownBy(() -> json("ftp://127.0.0.1/x").close())
        .hasMessageContaining("expected http://HOST:PORT/PATH");
  }

  /** A slow fetch is no wrong clock; a wrong clock stays one. */
  @Test
  void aSampleIsDatedAtTheStatedTimeAsFarAsTheFetchAllows() {
    long ahead = 1_000_000;
    assertThat(DocumentSampler.instant(OptionalLong.of(ahead + 500), ahead, 400, 600))
        .isEqualTo(500);
    assertThat(DocumentSampler.instant(OptionalLong.of(ahead - 7_200), ahead, 400, 600))
        .isEqualTo(400);
    assertThat(DocumentSampler.instant(OptionalLong.of(ahead + 7_200), ahead, 400, 600))
        .isEqualTo(600);
    assertThat(DocumentSampler.instant(OptionalLong.empty(), ahead, 400, 600)).isEqualTo(600);
  }
}
