package dev.assize.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Bytes;
import dev.assize.experiment.Cell;
import dev.assize.experiment.Gate;
import dev.assize.experiment.MetricName;
import dev.assize.experiment.Nanos;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.ScenarioName;
import dev.assize.experiment.VariantName;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class EntryJsonTest {
  private static final Entry FIRST =
      new Entry(1, Instant.EPOCH, Digest.NONE, new Event.Stopped("why"));

  @Property(tries = 500)
  void everyEntryReadsBackAsItWasWritten(@ForAll("entries") Entry entry) throws Exception {
    byte[] line = EntryJson.write(entry);

    assertThat(line).doesNotContain((byte) '\n');
    Entry read = JsonIn.read(line, EntryJson.reader(1));
    assertThat(read).isEqualTo(entry);
    assertThat(EntryJson.write(read)).isEqualTo(line);
  }

  @Example
  void theGeneratorMakesEveryKindOfEventEndingAndReading() {
    Set<Class<?>> made = new HashSet<>();
    entries()
        .sampleStream()
        .limit(3_000)
        .forEach(
            entry -> {
              made.add(entry.event().getClass());
              if (entry.event() instanceof Event.TrialEnded(TrialRecord trial)) {
                made.add(trial.ending().getClass());
                trial.values().values().forEach(reading -> made.add(reading.getClass()));
              }
            });

    assertThat(made)
        .contains(Event.class.getPermittedSubclasses())
        .contains(Ending.class.getPermittedSubclasses())
        .contains(Reading.class.getPermittedSubclasses());
  }

  @Example
  void halfOfASurrogatePairInAKeyIsSpelledOut() throws Exception {
    Entry odd =
        new Entry(
            2, Instant.EPOCH, Digest.NONE, new Event.Resumed("t", Map.of("a\udc00b", "\ud800")));

    assertThat(JsonIn.read(EntryJson.write(odd), EntryJson.reader(1)).event())
        .isEqualTo(new Event.Resumed("t", Map.of("a\\udc00b", "\ud800")));
  }

  @Property(tries = 200)
  void aHostRecordReadsBackAsItWasWritten(
      @ForAll("textMaps") Map<String, String> facts, @ForAll("files") List<FileRecord> files)
      throws Exception {
    HostRecord host = new HostRecord(new java.util.TreeMap<>(facts), files);

    assertThat(HostRecord.fromJson(host.toJson())).isEqualTo(host);
  }

  @Example
  void aLineOfAnotherFormIsRefusedWithThePlace() {
    String line = new String(EntryJson.write(FIRST), StandardCharsets.UTF_8);

    assertRefused(line.replace("\"at\"", "\"when\""), "expected key 'at', found key 'when'");
    assertRefused(line.replace("\"stopped\"", "\"paused\""), "unknown event type 'paused'");
    assertRefused(line.replace(":1,", ":1.5,"), "expected a whole number, found '1.5'");
    assertRefused(line.replace(":1,", ":99999999999999999999,"), "99999999999999999999");
    assertRefused(line.replace("0000\"", "000G\""), "expected 64 lower-case hex digits");
    assertRefused(line.replace("1970", "197x"), "197x");
    assertRefused(line.replace("}}", ",\"more\":1}}"), "expected the end of the object");
    assertRefused(line + "{}", "expected the end, found an object");
    assertRefused(line.substring(0, 40), "not JSON");
  }

  @Example
  void aTrialThatObservesNothingKeepsTheLineItHadBefore() throws Exception {
    dev.assize.experiment.PlannedTrial planned =
        new dev.assize.experiment.PlannedTrial(
            1,
            true,
            new Cell(new ScenarioName("s"), new VariantName("v")),
            new ArmName("a"),
            1,
            0,
            0);
    TrialRecord trial = SampleRun.record(planned, 1, new Ending.Exited(0), List.of());
    String line =
        new String(
            EntryJson.write(new Entry(2, Instant.EPOCH, Digest.NONE, new Event.TrialEnded(trial))),
            StandardCharsets.UTF_8);

    assertThat(line)
        .contains("\"startRaw\":1000000007,\"wall\":123456789,")
        .contains("\"operations\":[[\"read\",1,4321]]");
  }

  @Example
  void mapsKeepTheirKeysSortedAndUnique() {
    Entry resumed =
        new Entry(
            2, Instant.EPOCH, Digest.NONE, new Event.Resumed("t", Map.of("a", "1", "b", "2")));
    String line = new String(EntryJson.write(resumed), StandardCharsets.UTF_8);

    assertRefused(line.replace("\"a\"", "\"c\""), "expected sorted keys, found 'b' late");
    assertRefused(line.replace("\"a\"", "\"b\""), "'b'");
  }

  private static void assertRefused(String line, String message) {
    assertThatThrownBy(
            () -> JsonIn.read(line.getBytes(StandardCharsets.UTF_8), EntryJson.reader(1)))
        .isInstanceOf(JsonIn.Malformed.class)
        .hasMessageContaining(message);
  }

  @Provide
  Arbitrary<Entry> entries() {
    return Combinators.combine(
            wholes().filter(n -> n > 0),
            Arbitraries.longs().between(-62_135_596_800L, 253_402_300_799L),
            Arbitraries.integers().between(0, 999_999_999),
            hashes(),
            events())
        .as(
            (sequence, second, nano, hash, event) ->
                new Entry(sequence, Instant.ofEpochSecond(second, nano), hash, event));
  }

  private Arbitrary<Event> events() {
    return Arbitraries.oneOf(
        Combinators.combine(Arbitraries.integers(), texts(), hashes(), hashes())
            .as(Event.Opened::new),
        Combinators.combine(cells(), arms(), truths(), texts()).as(Event.SetUp::new),
        Combinators.combine(cells(), arms(), truths(), texts()).as(Event.CleanedUp::new),
        attempts().map(Event.TrialStarted::new),
        trials().map(Event.TrialEnded::new),
        trials().map(Event.TrialEnded::new),
        texts().map(Event.Stopped::new),
        Combinators.combine(texts(), textMaps()).as(Event.Resumed::new),
        Combinators.combine(texts(), texts()).as(Event.Noted::new),
        Combinators.combine(Arbitraries.integers(), Arbitraries.integers()).as(Event.Closed::new));
  }

  private Arbitrary<TrialRecord> trials() {
    record Place(Attempt attempt, boolean measured, Cell cell, ArmName arm, int block, int at) {}
    record Times(long start, boolean hasWall, boolean hasReady, long wall, Usage usage) {}
    Arbitrary<Place> places =
        Combinators.combine(
                attempts(),
                truths(),
                cells(),
                arms(),
                Arbitraries.integers(),
                Arbitraries.integers())
            .as(Place::new);
    Arbitrary<Times> times =
        Combinators.combine(Arbitraries.longs(), truths(), truths(), wholes(), usages())
            .as(Times::new);
    return Combinators.combine(
            places,
            endings(),
            times,
            samples().list().ofMaxSize(5),
            Arbitraries.maps(names().map(MetricName::new), readings()).ofMaxSize(4),
            files(),
            gates().list().ofMaxSize(3),
            textMaps())
        .as(
            (place, ending, time, samples, values, files, gates, inForce) ->
                new TrialRecord(
                    place.attempt(),
                    place.measured(),
                    place.cell(),
                    place.arm(),
                    place.block(),
                    place.at(),
                    ending,
                    time.start(),
                    java.util.Optional.of(new Nanos(time.wall())).filter(_ -> time.hasReady()),
                    java.util.Optional.of(new Nanos(time.wall())).filter(_ -> time.hasWall()),
                    java.util.Optional.of(new Nanos(time.wall())).filter(_ -> time.hasReady()),
                    java.util.Optional.of(time.usage()).filter(_ -> time.hasWall()),
                    samples,
                    values,
                    files,
                    gates,
                    files.reversed(),
                    inForce));
  }

  private Arbitrary<Ending> endings() {
    return Arbitraries.oneOf(
        Arbitraries.integers().map(Ending.Exited::new),
        Arbitraries.integers().map(Ending.Signalled::new),
        Arbitraries.create(Ending.TimedOut::new),
        texts().map(Ending.NotStarted::new),
        texts().map(Ending.Interrupted::new));
  }

  private Arbitrary<Reading> readings() {
    return Arbitraries.oneOf(
        Arbitraries.longs().map(Reading.Whole::new),
        texts().map(Reading.Decimal::new),
        texts().map(Reading.Unpublished::new),
        texts().map(Reading.Absent::new),
        Arbitraries.create(Reading.NotApplicable::new));
  }

  private Arbitrary<Usage> usages() {
    return Combinators.combine(wholes(), wholes(), wholes(), wholes())
        .as((a, b, c, d) -> new Usage(new Nanos(a), new Nanos(b), new Bytes(c), d, a, b, c));
  }

  private Arbitrary<OperationSample> samples() {
    return Combinators.combine(names(), Arbitraries.integers(), wholes(), truths())
        .as(
            (name, round, nanos, told) ->
                new OperationSample(
                    new OperationName(name),
                    round,
                    new Nanos(nanos),
                    told ? OptionalLong.of(nanos / 2) : OptionalLong.empty()));
  }

  private Arbitrary<GateResult> gates() {
    return Combinators.combine(texts(), truths(), Arbitraries.of(Gate.Scope.values()), texts())
        .as(GateResult::new);
  }

  @Provide
  Arbitrary<List<FileRecord>> files() {
    return Combinators.combine(texts(), wholes(), hashes())
        .as((path, size, hash) -> new FileRecord(path, new Bytes(size), hash))
        .list()
        .ofMaxSize(3);
  }

  @Provide
  Arbitrary<Map<String, String>> textMaps() {
    Arbitrary<String> keys =
        texts().filter(text -> text.codePoints().noneMatch(EntryJsonTest::isHalfOfAPair));
    return Arbitraries.maps(keys, texts()).ofMaxSize(4);
  }

  private static boolean isHalfOfAPair(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  // What commands print and what paths hold: any UTF-16, halves of surrogate pairs included.
  private Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(20),
        Arbitraries.chars().array(char[].class).ofMaxSize(20).map(String::new),
        Arbitraries.of(
            "",
            "\ud800",
            "x\udc00\ud800y",
            "\ud83d\ude00",
            "line\nfeed\r\n\u2028\u2029\u0085",
            "\u0000\u0001\u001f\u007f\uffff\ufeff",
            "\"\\/{}[]:,",
            "{\"schema\":9}",
            "grün 日本語 עברית",
            "n".repeat(60_000)));
  }

  private Arbitrary<Long> wholes() {
    return Arbitraries.longs().between(0, Long.MAX_VALUE);
  }

  private Arbitrary<Boolean> truths() {
    return Arbitraries.of(true, false);
  }

  private Arbitrary<String> hashes() {
    return Arbitraries.strings().withChars("0123456789abcdef").ofLength(64);
  }

  private Arbitrary<String> names() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .withChars("._=+-0123456789")
        .ofMaxLength(20)
        .map(rest -> "N" + rest);
  }

  private Arbitrary<Cell> cells() {
    return Combinators.combine(names(), names())
        .as((scenario, variant) -> new Cell(new ScenarioName(scenario), new VariantName(variant)));
  }

  private Arbitrary<ArmName> arms() {
    return names().map(ArmName::new);
  }

  private Arbitrary<Attempt> attempts() {
    return Combinators.combine(Arbitraries.integers(), Arbitraries.integers()).as(Attempt::new);
  }
}
