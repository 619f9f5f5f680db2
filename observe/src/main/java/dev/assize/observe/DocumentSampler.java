package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.experiment.Observe;
import dev.assize.experiment.Placeholders;
import dev.assize.linux.Clock;
import dev.assize.linux.Namespaces;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Application counters from a document. One that can't be had or read leaves the counters
 * unpublished in that sample; one of a foreign process ends the source.
 */
final class DocumentSampler implements Sampler {
  private final Observe.Counters.Document what;
  private final String location;
  private final Optional<URI> address;
  private final Optional<Path> networkNamespace;
  private final Supplier<List<Kin>> treated;
  private final long timeoutNanos;
  private String lastFailure = "";
  private long failures;
  private long samples;

  /**
   * @param treated the processes that the document may be of; none yet when they do not run yet
   * @throws IOException when the location is no address
   */
  DocumentSampler(
      Observe.Counters.Document what,
      Targets targets,
      Supplier<List<Kin>> treated,
      long timeoutNanos)
      throws IOException {
    this.what = what;
    this.location = Placeholders.expand(what.location(), targets.placeholders());
    this.address =
        location.contains("://") ? Optional.of(HttpGet.address(location)) : Optional.empty();
    this.networkNamespace = address.isPresent() ? targets.networkNamespace() : Optional.empty();
    this.treated = treated;
    this.timeoutNanos = timeoutNanos;
  }

  @Override
  public String source() {
    return what.name();
  }

  @Override
  public void begin() throws IOException {
    if (networkNamespace.isPresent()) {
      Namespaces.enterNetwork(networkNamespace.get().toString());
    }
  }

  @Override
  public Optional<Observation.Sample> sample(boolean thorough) throws IOException {
    List<Kin> processes = treated.get();
    if (processes.isEmpty()) {
      return Optional.empty();
    }
    if (processes.stream().noneMatch(Kin::alive)) {
      int pid = processes.getFirst().root().pid();
      return Optional.of(
          without(new Reading.Absent("the process that was pid " + pid + " has ended"), pid));
    }
    samples++;
    try {
      long before = Clock.monotonicNanos();
      byte[] bytes = fetch();
      long after = Clock.monotonicNanos();
      long ahead = Clock.realtimeNanos() - Clock.monotonicNanos();
      CounterDocument document;
      try {
        document = CounterDocument.parse(what.format(), bytes);
      } catch (IOException garbage) {
        throw new IOException(location + ": " + garbage.getMessage(), garbage);
      }
      int pid = pid(document, processes);
      OptionalLong stated =
          what.time()
              .map(place -> CounterDocument.unixNanos(document.at(place)))
              .orElse(OptionalLong.empty());
      lastFailure = "";
      return Optional.of(
          new Observation.Sample(
              what.name(),
              instant(stated, ahead, before, after),
              stated,
              OptionalInt.of(pid),
              document.readings(what.names())));
    } catch (Foreign foreign) {
      throw foreign;
    } catch (IOException failure) {
      failures++;
      lastFailure = String.valueOf(failure.getMessage());
      return Optional.of(
          without(new Reading.Unpublished(lastFailure), processes.getFirst().root().pid()));
    }
  }

  /**
   * When the counters were read: at the stated time as far as the fetch allows, so that a slow
   * fetch does not pass for a clock that is wrong; after the fetch when no time is stated, for they
   * are at least as old as that.
   *
   * @param ahead the wall clock less the monotonic one
   */
  static long instant(OptionalLong stated, long ahead, long before, long after) {
    return stated.isPresent() ? Math.clamp(stated.getAsLong() - ahead, before, after) : after;
  }

  /** The document is of another process. */
  private static final class Foreign extends IOException {
    private static final long serialVersionUID = 1L;

    Foreign(String message) {
      super(message);
    }
  }

  private int pid(CounterDocument document, List<Kin> processes) throws Foreign {
    String expected =
        processes.stream()
            .map(kin -> String.valueOf(kin.root().pid()))
            .reduce((a, b) -> a + " or " + b)
            .orElse("");
    Reading pid = document.at(what.pid());
    if (!(pid instanceof Reading.Whole(long number))) {
      throw new Foreign(
          location
              + ": expected the pid of the process under test, "
              + expected
              + ", at "
              + what.pid()
              + ", found "
              + (pid instanceof Reading.Unpublished(String why) ? "none: " + why : pid));
    }
    if (number <= 0
        || number > Integer.MAX_VALUE
        || processes.stream().noneMatch(kin -> kin.includes((int) number))) {
      throw new Foreign(
          location
              + ": expected a document of the process under test, pid "
              + expected
              + " or a descendant, found one of pid "
              + number
              + "; its counters are refused");
    }
    return (int) number;
  }

  private byte[] fetch() throws IOException {
    if (address.isPresent()) {
      return HttpGet.body(address.get(), timeoutNanos);
    }
    try {
      return Files.readAllBytes(Path.of(location));
    } catch (NoSuchFileException missing) {
      throw new IOException(location + ": expected a file of counters, found none", missing);
    }
  }

  private Observation.Sample without(Reading reading, int pid) {
    Map<String, Reading> readings = new TreeMap<>();
    what.names().keySet().forEach(name -> readings.put(name, reading));
    return new Observation.Sample(
        what.name(), Clock.monotonicNanos(), OptionalLong.empty(), OptionalInt.of(pid), readings);
  }

  @Override
  public Optional<String> complaint() {
    return lastFailure.isEmpty()
        ? Optional.empty()
        : Optional.of(
            failures + " of " + samples + " documents could not be had; the last: " + lastFailure);
  }

  @Override
  public void close() {}
}
