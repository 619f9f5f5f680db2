package dev.assize.judge;

import dev.assize.evidence.Observation.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The samples of one source in one window.
 *
 * @param why the status is not OK; empty when it is
 * @param samples in the order of time; none unless the status is OK
 */
record Slice(Window window, WindowStatus status, String why, List<Sample> samples) {
  Slice {
    samples = List.copyOf(samples);
  }

  /**
   * How sampling was set.
   *
   * @param bound largest disagreement of clocks, in ns
   * @param gap the longest time without a sample at either end of a window, in ns
   */
  record Setting(long bound, long gap) {
    /** Three samples may be late or lost before a window is said not to be covered. */
    static Setting of(Optional<dev.assize.experiment.Observe> observe) {
      return observe
          .map(o -> new Setting(o.clockBound().value(), gap(o.every().value())))
          .orElse(new Setting(100_000_000, gap(0)));
    }

    private static long gap(long every) {
      return Math.max(3 * every, 1_000_000_000);
    }
  }

  static Slice of(Recording recording, String source, Window window, Setting setting) {
    List<Sample> all = recording.samples(source);
    if (all.isEmpty()) {
      return none(
          window,
          WindowStatus.NO_SAMPLER,
          "nothing was sampled of "
              + source
              + recording.ended(source).map(e -> ": " + e.why()).orElse(""));
    }
    if (window.status() != WindowStatus.OK) {
      return none(window, window.status(), window.why());
    }
    if (Math.abs(recording.stepped()) > setting.bound()) {
      return none(
          window,
          WindowStatus.CLOCK_SKEW,
          "the Unix time of the lab's host moved by "
              + Words.signedTime(recording.stepped())
              + " against its steady clock; allowed are "
              + Words.time(setting.bound()));
    }
    List<Sample> inside = new ArrayList<>();
    for (Sample sample : all) {
      if (sample.at() >= window.from() && sample.at() <= window.to()) {
        inside.add(sample);
      }
    }
    return skew(recording, source, inside, setting)
        .map(why -> none(window, WindowStatus.CLOCK_SKEW, why))
        .or(
            () ->
                uncovered(recording, source, window, inside, setting)
                    .map(why -> none(window, WindowStatus.NO_DATA, why)))
        .orElseGet(() -> new Slice(window, WindowStatus.OK, "", inside));
  }

  private static Slice none(Window window, WindowStatus status, String why) {
    return new Slice(window, status, why, List.of());
  }

  private static Optional<String> skew(
      Recording recording, String source, List<Sample> inside, Setting setting) {
    for (Sample sample : inside) {
      if (sample.stated().isPresent()) {
        long lab = recording.realtime(sample.at()).orElseThrow();
        long ahead = sample.stated().getAsLong() - lab;
        if (Math.abs(ahead) > setting.bound()) {
          return Optional.of(
              "the clock of "
                  + source
                  + " is "
                  + Words.time(ahead)
                  + (ahead > 0 ? " ahead of" : " behind")
                  + " the lab's; allowed are "
                  + Words.time(setting.bound()));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> uncovered(
      Recording recording, String source, Window window, List<Sample> inside, Setting setting) {
    String stopped =
        recording
            .ended(source)
            .filter(e -> e.at() < window.end())
            .map(e -> "; sampling of " + source + " had ended: " + e.why())
            .orElse("");
    if (inside.size() < 2) {
      return Optional.of(
          "expected two samples of "
              + source
              + " or more in the "
              + Words.time(window.end() - window.start())
              + " of the window, found "
              + (inside.isEmpty() ? "none" : "one")
              + stopped);
    }
    long late = inside.getFirst().at() - window.start();
    long early = window.end() - inside.getLast().at();
    if (late > setting.gap()) {
      return Optional.of(
          "the first sample of " + source + " is " + Words.time(late) + " after its start");
    }
    return early > setting.gap()
        ? Optional.of(
            "the last sample of "
                + source
                + " is "
                + Words.time(early)
                + " before its end"
                + stopped)
        : Optional.empty();
  }
}
