package dev.assize.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

class ObservationFileTest {
  private static final Observation.Clocks CLOCKS = new Observation.Clocks(5, 6, 7);
  private static final Observation.Sample SAMPLE =
      new Observation.Sample(
          "host",
          10,
          OptionalLong.of(1_700_000_000_000_000_000L),
          OptionalInt.of(42),
          Map.of("cpu.busy", new Reading.Decimal("1.5"), "net", new Reading.Absent("no eth0")));

  private Path directory = Path.of("");

  @BeforeTry
  void make() throws Exception {
    directory = Files.createTempDirectory("observations");
  }

  @AfterTry
  void remove() throws Exception {
    SampleRun.delete(directory);
  }

  @Property(tries = 200)
  void everyObservationReadsBackAsItWasAppended(@ForAll("all") List<Observation> all)
      throws Exception {
    Path file = directory.resolve(ObservationFile.NAME);
    try (ObservationFile.Writer writer = ObservationFile.Writer.create(file)) {
      all.forEach(writer::append);
    }

    assertThat(ObservationFile.read(file)).isEqualTo(all);
  }

  @Example
  void theGeneratorMakesEveryKindOfObservationAndReading() {
    Set<Class<?>> made = new HashSet<>();
    observations()
        .sampleStream()
        .limit(2_000)
        .forEach(
            observation -> {
              made.add(observation.getClass());
              if (observation instanceof Observation.Sample sample) {
                sample.readings().values().forEach(reading -> made.add(reading.getClass()));
              }
            });

    assertThat(made)
        .contains(Observation.class.getPermittedSubclasses())
        .contains(Reading.class.getPermittedSubclasses());
  }

  @Example
  void nothingIsOnDiskBeforeAFlushAndAllOfItAfter() throws Exception {
    Path file = directory.resolve("o");
    try (ObservationFile.Writer writer = ObservationFile.Writer.create(file)) {
      writer.append(CLOCKS);
      assertThat(Files.size(file)).isZero();
      writer.flush();
      assertThat(ObservationFile.read(file)).containsExactly(CLOCKS);
      writer.append(SAMPLE);
    }
    assertThat(ObservationFile.read(file)).containsExactly(CLOCKS, SAMPLE);
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            {"type":"clocks","monotonic":5,"raw":6,"realtime":7}
            {"type":"sample","source":"host","at":10,"stated":1700000000000000000,"pid":42,"readings":{"cpu.busy":"1.5","net":{"type":"absent","why":"no eth0"}}}
            """);
  }

  @Example
  void moreThanTheBufferHoldsGoesToDiskByItself() throws Exception {
    Path file = directory.resolve("o");
    Observation large = new Observation.Ended("host", 1, true, "x".repeat(9 << 20));
    try (ObservationFile.Writer writer = ObservationFile.Writer.create(file)) {
      writer.append(large);
      writer.append(large);
      assertThat(Files.size(file)).isGreaterThan(18 << 20);
    }
    assertThat(ObservationFile.read(file)).containsExactly(large, large);
  }

  @Example
  void linesOfManyThreadsAreWhole() throws Exception {
    Path file = directory.resolve("o");
    int threads = 8;
    int each = 500;
    try (ObservationFile.Writer writer = ObservationFile.Writer.create(file)) {
      List<Thread> started = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int pid = thread;
        started.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int at = 0; at < each; at++) {
                        writer.append(
                            new Observation.Sample(
                                "s", at, OptionalLong.empty(), OptionalInt.of(pid), Map.of()));
                      }
                    }));
        writer.flush();
      }
      for (Thread thread : started) {
        thread.join();
      }
    }

    Map<Integer, List<Long>> times = new java.util.TreeMap<>();
    for (Observation observation : ObservationFile.read(file)) {
      Observation.Sample sample = (Observation.Sample) observation;
      times.computeIfAbsent(sample.pid().orElseThrow(), _ -> new ArrayList<>()).add(sample.at());
    }
    assertThat(times).hasSize(threads);
    assertThat(times.values()).allMatch(of -> of.size() == each);
    assertThat(times.values()).allSatisfy(of -> assertThat(of).isSorted());
  }

  @Example
  void damageIsNamedWithFileAndLine() throws Exception {
    Path file = directory.resolve("o");
    try (ObservationFile.Writer writer = ObservationFile.Writer.create(file)) {
      writer.append(CLOCKS);
      writer.append(SAMPLE);
      writer.append(CLOCKS);
    }
    String text = Files.readString(file);

    assertDamaged(text.replace("\"sample\"", "\"simple\""), "o:2: unknown observation type");
    assertDamaged(text.replace("\"at\":10", "\"at\":1.5"), "o:2: expected a whole number");
    assertDamaged(text.replace("\"at\":10", "\"at\":null"), "o:2: expected a whole number");
    assertDamaged(text.replace("\"1.5\"", "1.5"), "o:2: expected an object, found '1.5'");
    assertDamaged(
        text.replace("\"1.5\"", "{\"type\":\"whole\",\"value\":1}"),
        "o:2: expected a number as a plain value");
    assertDamaged(text.replaceFirst("\n", "\n\n"), "o:2: expected");
    assertDamaged(text.replaceFirst("5", "x"), "o:1: not JSON");
    assertDamaged(
        text.substring(0, text.length() - 4),
        "o:3: expected a line feed at the end of the line, found the end of the file");
    assertThatThrownBy(() -> ObservationFile.read(directory.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  private void assertDamaged(String text, String message) throws Exception {
    Path file = directory.resolve("o");
    Files.writeString(file, text);
    assertThatThrownBy(() -> ObservationFile.read(file))
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining(message);
  }

  @Example
  void aFileIsWrittenOnceAndNotAfterItsEnd() throws Exception {
    Path file = directory.resolve("o");
    ObservationFile.Writer writer = ObservationFile.Writer.create(file);
    writer.close();
    writer.close();

    assertThatThrownBy(() -> writer.append(CLOCKS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> ObservationFile.Writer.create(file))
        .hasMessageContaining("expected no such file yet");
    assertThatThrownBy(() -> ObservationFile.Writer.create(directory.resolve("no/o")))
        .hasMessageContaining("could not create");
  }

  @Example
  void aFullDiskShowsAtTheNextFlush() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("small"));
    run("mount", "-t", "tmpfs", "-o", "size=64k", "none", mount.toString());
    try {
      ObservationFile.Writer writer = ObservationFile.Writer.create(mount.resolve("o"));
      writer.append(new Observation.Ended("host", 1, true, "x".repeat(20 << 20)));
      writer.append(CLOCKS);

      assertThatThrownBy(writer::flush).hasMessageContaining("No space left on device");
      assertThatThrownBy(writer::close).hasMessageContaining("No space left on device");
    } finally {
      run("umount", mount.toString());
    }
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
  }

  @Property(tries = 100)
  void proofsReadBackAsTheyWereWritten(@ForAll("proofs") List<ProofRecord> proofs)
      throws Exception {
    Path file = directory.resolve(ProofFile.NAME);
    ProofFile.write(file, proofs);

    assertThat(ProofFile.read(file)).isEqualTo(proofs);
    assertThatThrownBy(() -> ProofFile.write(file, proofs))
        .hasMessageContaining("expected no such file yet");
  }

  @Example
  void damagedProofsAreNamed() throws Exception {
    Path file = directory.resolve(ProofFile.NAME);
    ProofFile.write(file, List.of(new ProofRecord("environment X", 7, "1", "0", false)));
    String text = Files.readString(file);
    assertThat(text)
        .isEqualTo(
            "{\"schema\":1,\"proofs\":[{\"proof\":\"environment X\",\"pid\":7,\"expected\":\"1\","
                + "\"found\":\"0\",\"held\":false}]}\n");

    Files.writeString(file, text.replace("false", "\"no\""));
    assertThatThrownBy(() -> ProofFile.read(file))
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining("proofs.json: expected true or false, found 'no'");
    Files.writeString(file, text.replace("\"schema\":1", "\"schema\":2"));
    assertThatThrownBy(() -> ProofFile.read(file)).isInstanceOf(NewerSchemaException.class);
  }

  @Provide
  Arbitrary<List<Observation>> all() {
    return observations().list().ofMaxSize(12);
  }

  private Arbitrary<Observation> observations() {
    Arbitrary<Long> times = Arbitraries.longs();
    Arbitrary<Map<String, String>> settings = Arbitraries.maps(names(), texts()).ofMaxSize(3);
    Arbitrary<OptionalLong> stated =
        Arbitraries.oneOf(
            Arbitraries.longs().map(OptionalLong::of), Arbitraries.create(OptionalLong::empty));
    Arbitrary<OptionalInt> pids =
        Arbitraries.oneOf(
            Arbitraries.integers().map(OptionalInt::of), Arbitraries.create(OptionalInt::empty));
    return Arbitraries.oneOf(
        Combinators.combine(times, times, times).as(Observation.Clocks::new),
        Combinators.combine(
                texts(), times, stated, pids, Arbitraries.maps(names(), readings()).ofMaxSize(6))
            .as(Observation.Sample::new),
        Combinators.combine(texts(), times, Arbitraries.of(true, false), texts())
            .as(Observation.Ended::new),
        Combinators.combine(times, Arbitraries.integers(), texts(), texts(), settings, settings)
            .as(Observation.Registered::new),
        Combinators.combine(times, texts(), texts(), texts()).as(Observation.Checkpoint::new),
        Combinators.combine(times, texts(), texts()).as(Observation.Final::new),
        Combinators.combine(times, texts(), texts(), texts()).as(Observation.ProtocolFault::new));
  }

  private Arbitrary<Reading> readings() {
    return Arbitraries.oneOf(
        Arbitraries.longs().map(Reading.Whole::new),
        texts().map(Reading.Decimal::new),
        texts().map(Reading.Unpublished::new),
        texts().map(Reading.Absent::new),
        Arbitraries.create(Reading.NotApplicable::new));
  }

  @Provide
  Arbitrary<List<ProofRecord>> proofs() {
    return Combinators.combine(
            texts(), Arbitraries.integers(), texts(), texts(), Arbitraries.of(true, false))
        .as(ProofRecord::new)
        .list()
        .ofMaxSize(4);
  }

  private Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(20),
        Arbitraries.of("", "line\nfeed\r\n", "\ud800", "{}[]\",:\\", "日本語"));
  }

  private Arbitrary<String> names() {
    return texts()
        .filter(
            text ->
                new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                    .equals(text));
  }
}
