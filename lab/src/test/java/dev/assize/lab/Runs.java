package dev.assize.lab;

import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.Finding;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import dev.assize.evidence.Verifier;
import dev.assize.experiment.Plan;
import dev.assize.experiment.Planner;
import dev.assize.experiment.Seal;
import dev.assize.experiment.Spec;
import dev.assize.observe.HostFacts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Real runs of small specs, for tests. */
final class Runs {
  static final long SEED = 7;

  private Runs() {}

  static RunDirectory create(Path directory, String yaml) throws Exception {
    Path parent = directory.toAbsolutePath().getParent();
    Spec spec =
        Spec.parse(yaml.getBytes(StandardCharsets.UTF_8), Path.of("test.yaml"), parent);
    Plan plan = Planner.plan(spec.experiment(), SEED);
    Seal seal = Seal.of(spec, plan, Instant.parse("2026-01-02T03:04:05Z"));
    return RunDirectory.create(
        directory, spec, plan, seal, HostFacts.json(Preflight.files(spec.experiment())));
  }

  /** Runs to the end and returns the records, in the order of the journal. */
  static List<TrialRecord> carryOut(Path directory, String yaml) throws Exception {
    RunDirectory run = create(directory, yaml);
    LabResult result = Lab.carryOut(run, _ -> {}, new Stop());
    if (!result.complete()) {
      throw new AssertionError("not complete: " + result.why());
    }
    return records(run);
  }

  static List<TrialRecord> records(RunDirectory run) throws Exception {
    return run.entries().stream()
        .map(Entry::event)
        .filter(Event.TrialEnded.class::isInstance)
        .map(e -> ((Event.TrialEnded) e).trial())
        .toList();
  }

  static List<Event> events(RunDirectory run) throws Exception {
    return run.entries().stream().map(Entry::event).toList();
  }

  static GateResult gate(TrialRecord record, String name) {
    return record.gates().stream()
        .filter(g -> g.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no gate " + name + " in " + record.gates()));
  }

  static List<Finding> findings(RunDirectory run) throws Exception {
    return Verifier.verify(run.path());
  }

  /**
   * A spec of two arms and one block without warm-up, given the lines of its scenario and what comes
   * after.
   */
  static String spec(String scenario, String more) {
    return """
        assize: 1
        name: test
        question: Does it work?
        arms:
          a: { env: { ARM: a } }
          b: { env: { ARM: b } }
        design: { blocks: 1, warmups: 0, descriptive: true }
        scenarios:
          s:
        """
        + scenario.indent(4)
        + more;
  }

  static String spec(String scenario) {
    return spec(scenario, "gates: { checks: trial }\n");
  }
}
