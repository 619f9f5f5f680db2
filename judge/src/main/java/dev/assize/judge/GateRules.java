package dev.assize.judge;

import dev.assize.evidence.Ending;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.OperationSample;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Check;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Gates;
import dev.assize.experiment.OperationName;
import dev.assize.experiment.Scenario;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides from the evidence of one attempt whether it counts. What can be worked out again is: the
 * exit status, given hashes, the completeness of the operation clocks. What only the lab could see
 * (processes, clocks, a check's command) is taken from the recorded result, with the scope that the
 * sealed spec states; a result that should be there and is not counts as failed. Equality between
 * arms is for {@link WorkComparison}.
 */
final class GateRules {
  private static final String CLOCK_FILE = "clock-file";

  private final Scenario scenario;
  private final Gates gates;
  private final int status;

  GateRules(Scenario scenario, Gates gates) {
    this.scenario = scenario;
    this.gates = gates;
    this.status = expectedStatus(scenario);
  }

  private static int expectedStatus(Scenario scenario) {
    for (Check check : scenario.checks()) {
      if (check instanceof Check.Exit(int wanted)) {
        return wanted;
      }
    }
    return 0;
  }

  /** True when the command ended with the status that the spec asks for. */
  boolean endedWell(TrialRecord trial) {
    return trial.ending() instanceof Ending.Exited(int found) && found == status;
  }

  List<Fault> faults(TrialRecord trial) {
    List<Fault> faults = new ArrayList<>();
    ending(trial.ending()).ifPresent(faults::add);
    for (GateResult result : trial.gates()) {
      if (!result.passed() && !recomputed(result.name())) {
        faults.add(recorded(result));
      }
    }
    if (endedWell(trial)) {
      givenHashes(trial, faults);
      missingResults(trial, faults);
      if (faults.stream().noneMatch(f -> f.gate().equals(CLOCK_FILE))) {
        clocks(trial).ifPresent(faults::add);
      }
    }
    return faults;
  }

  /** Each proof that the spec asks for must have a recorded result, held or not. */
  List<Fault> proofs(TrialRecord trial, int expected) {
    long found = trial.gates().stream().filter(g -> g.name().startsWith("proof:")).count();
    return endedWell(trial) && found < expected
        ? List.of(
            new Fault(
                "proof",
                Gate.Scope.TRIAL,
                "expected results of " + Words.count(expected, "proof") + ", found " + found,
                false))
        : List.of();
  }

  private Optional<Fault> ending(Ending ending) {
    return switch (ending) {
      case Ending.Exited(int found) ->
          found == status
              ? Optional.empty()
              : Optional.of(exit("expected exit status " + status + ", found " + found));
      case Ending.Signalled(int signal) ->
          Optional.of(
              exit("expected exit status " + status + ", found an end by signal " + signal));
      case Ending.TimedOut() ->
          Optional.of(exit("expected an end within the timeout, found none: it was stopped"));
      case Ending.NotStarted(String why) ->
          Optional.of(new Fault("start", Gate.Scope.TRIAL, "it never ran: " + why, true));
      case Ending.Interrupted(String why) ->
          Optional.of(
              new Fault("interrupted", Gate.Scope.TRIAL, "the lab was stopped: " + why, false));
    };
  }

  private Fault exit(String why) {
    return new Fault("check:exit", gates.checks(), why, true);
  }

  private boolean recomputed(String name) {
    return name.equals("check:exit")
        || scenario.checks().stream()
            .anyMatch(c -> pathOf(c).map(this::gate).orElse("").equals(name));
  }

  private String gate(String path) {
    return isStream(path) ? "check:" + path : "check:file " + path;
  }

  private boolean isStream(String path) {
    return scenario.checks().stream()
        .anyMatch(
            c ->
                (c instanceof Check.StreamHash || c instanceof Check.StreamEqual)
                    && pathOf(c).orElse("").equals(path));
  }

  /** The name under which the lab records the hash that a check needs. */
  static Optional<String> pathOf(Check check) {
    return switch (check) {
      case Check.StreamHash(Check.Stream stream, String _) -> Optional.of(name(stream));
      case Check.StreamEqual(Check.Stream stream) -> Optional.of(name(stream));
      case Check.FileHash(String path, String _) -> Optional.of(path);
      case Check.FileEqual(String path) -> Optional.of(path);
      case Check.Exit _, Check.ByCommand _, Check.None _ -> Optional.empty();
    };
  }

  private static String name(Check.Stream stream) {
    return switch (stream) {
      case STDOUT -> "stdout";
      case STDERR -> "stderr";
    };
  }

  private Fault recorded(GateResult result) {
    if (result.name().startsWith("check:")) {
      return new Fault(result.name(), gates.checks(), result.detail(), true);
    }
    for (Gate gate : gates.gates()) {
      if (gate.kind().key().equals(result.name())) {
        return new Fault(result.name(), gate.voids(), result.detail(), own(gate.kind()));
      }
    }
    return new Fault(result.name(), result.voids(), result.detail(), true);
  }

  private static boolean own(Gate.Kind kind) {
    return switch (kind) {
      case LEFTOVERS, OUTSIDE_WRITES, INVENTORY -> true;
      case INTERFERENCE, CLOCK_STEP, STEAL -> false;
    };
  }

  private void givenHashes(TrialRecord trial, List<Fault> faults) {
    for (Check check : scenario.checks()) {
      Optional<String> path = pathOf(check);
      if (path.isEmpty()) {
        continue;
      }
      Optional<FileRecord> file = checked(trial, path.get());
      if (file.isEmpty()) {
        faults.add(
            fault(path.get(), "expected a recorded hash, found none: there was no such output"));
      } else if (check instanceof Check.StreamHash(Check.Stream _, String sha256)) {
        given(file.get(), sha256).ifPresent(why -> faults.add(fault(path.get(), why)));
      } else if (check instanceof Check.FileHash(String _, String sha256)) {
        given(file.get(), sha256).ifPresent(why -> faults.add(fault(path.get(), why)));
      }
    }
  }

  private Fault fault(String path, String why) {
    return new Fault(gate(path), gates.checks(), why, true);
  }

  static Optional<FileRecord> checked(TrialRecord trial, String path) {
    return trial.checked().stream().filter(f -> f.path().equals(path)).findFirst();
  }

  private static Optional<String> given(FileRecord file, String sha256) {
    return file.sha256().equalsIgnoreCase(sha256)
        ? Optional.empty()
        : Optional.of(
            "expected the given SHA-256 "
                + sha256
                + ", found "
                + file.sha256()
                + " ("
                + file.size().value()
                + " bytes)");
  }

  private void missingResults(TrialRecord trial, List<Fault> faults) {
    for (Gate gate : gates.gates()) {
      if (trial.gates().stream().noneMatch(r -> r.name().equals(gate.kind().key()))) {
        faults.add(missing(gate.kind().key(), gate.voids()));
      }
    }
    int number = 0;
    for (Check check : scenario.checks()) {
      if (check instanceof Check.ByCommand) {
        number++;
        String name = "check:command " + number;
        if (trial.gates().stream().noneMatch(r -> r.name().equals(name))) {
          faults.add(missing(name, gates.checks()));
        }
      }
    }
  }

  private static Fault missing(String name, Gate.Scope voids) {
    return new Fault(name, voids, "expected a recorded result, found none", false);
  }

  /** Each operation of each round exactly once: a missing one would make the trial look fast. */
  private Optional<Fault> clocks(TrialRecord trial) {
    List<OperationName> names = scenario.operations();
    if (names.isEmpty()) {
      return Optional.empty();
    }
    Map<OperationName, Integer> index = new HashMap<>();
    names.forEach(n -> index.put(n, index.size()));
    BitSet seen = new BitSet();
    for (OperationSample sample : trial.operations()) {
      Integer operation = index.get(sample.operation());
      if (operation == null || sample.round() < 1 || sample.round() > scenario.rounds()) {
        return Optional.of(
            clock("an undeclared " + sample.operation() + " of round " + sample.round()));
      }
      int place = (sample.round() - 1) * names.size() + operation;
      if (seen.get(place)) {
        return Optional.of(clock(sample.operation() + " of round " + sample.round() + " twice"));
      }
      seen.set(place);
    }
    int expected = scenario.rounds() * names.size();
    int gap = seen.nextClearBit(0);
    return gap >= expected
        ? Optional.empty()
        : Optional.of(
            clock(
                "none of "
                    + names.get(gap % names.size())
                    + " in round "
                    + (gap / names.size() + 1)));
  }

  private Fault clock(String found) {
    return new Fault(
        CLOCK_FILE,
        Gate.Scope.TRIAL,
        "expected the clock of each operation once a round, found " + found,
        true);
  }
}
