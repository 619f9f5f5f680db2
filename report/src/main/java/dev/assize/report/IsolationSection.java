package dev.assize.report;

import dev.assize.experiment.Isolation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What was asked for around each trial, and what the kernel said was in force. */
final class IsolationSection {
  private final Isolation asked;
  private final History history;

  IsolationSection(Isolation asked, History history) {
    this.asked = asked;
    this.history = history;
  }

  Section section() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Paragraph("Asked for by the spec:"));
    blocks.add(new Block.Bullets(asked()));
    Map<String, Map<String, List<Trial>>> inForce = new TreeMap<>();
    for (Trial trial : history.trials()) {
      trial
          .record()
          .inForce()
          .forEach(
              (name, value) -> {
                // A limit of a reading, different in each trial; the judge reports what it hides.
                if (!name.equals("max-rss-floor")) {
                  inForce
                      .computeIfAbsent(name, _ -> new LinkedHashMap<>())
                      .computeIfAbsent(value, _ -> new ArrayList<>())
                      .add(trial);
                }
              });
    }
    if (inForce.isEmpty()) {
      blocks.add(new Block.Paragraph("Nothing was read back from the kernel."));
    } else {
      List<List<Block.Datum>> rows = new ArrayList<>();
      inForce.forEach(
          (name, values) ->
              values.forEach(
                  (value, trials) ->
                      rows.add(
                          List.of(
                              Block.Datum.of(name),
                              Block.Datum.code(value),
                              where(trials, values.size() > 1)))));
      blocks.add(
          new Block.Table(
              "In force, as read back from the kernel",
              Block.Column.of(
                  Block.Column.text("Setting"),
                  Block.Column.text("Value"),
                  Block.Column.text("In")),
              rows));
    }
    return Section.of("isolation", "Isolation in force", blocks);
  }

  private Block.Datum where(List<Trial> trials, boolean differs) {
    if (trials.size() == history.trials().size()) {
      return Block.Datum.of("every attempt");
    }
    String arms =
        trials.stream()
            .map(trial -> trial.record().arm().value())
            .collect(Collectors.toCollection(TreeSet::new))
            .stream()
            .collect(Collectors.joining(", "));
    return Block.Datum.of(
        "%d of %d attempts (%s)".formatted(trials.size(), history.trials().size(), arms),
        differs ? Tone.WARN : Tone.PLAIN);
  }

  private List<String> asked() {
    List<String> items = new ArrayList<>();
    items.add(
        "CPUs: "
            + (asked.cpus().isEmpty()
                ? "those of the lab itself"
                : asked.cpus().stream().map(Object::toString).collect(Collectors.joining(", "))));
    asked.nice().ifPresent(nice -> items.add("Nice: " + nice));
    asked
        .cpuQuota()
        .ifPresent(
            quota -> items.add("CPU quota: " + Numbers.fixed(quota / 100.0, 2) + " of a CPU"));
    asked
        .memory()
        .ifPresent(memory -> items.add("Memory limit: " + DisplayUnit.bytes(memory.value())));
    asked.swap().ifPresent(swap -> items.add("Swap limit: " + DisplayUnit.bytes(swap.value())));
    if (!asked.namespaces().isEmpty()) {
      items.add(
          "Namespaces of its own: "
              + asked.namespaces().stream()
                  .sorted()
                  .map(
                      namespace ->
                          switch (namespace) {
                            case MOUNT -> "mount";
                            case PID -> "pid";
                          })
                  .collect(Collectors.joining(", ")));
    }
    items.add(
        asked
            .environment()
            .map(
                names ->
                    names.isEmpty()
                        ? "Inherited environment: none"
                        : "Inherited environment: "
                            + names.stream().sorted().collect(Collectors.joining(", ")))
            .orElse("Inherited environment: all of it"));
    return items;
  }
}
