package dev.assize.lab;

import dev.assize.experiment.Cell;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Gates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files around a trial, looked at before the command starts and after it has ended. */
final class Surroundings {
  private final Bench bench;
  private final Cell cell;
  private final Optional<OutsideWrites> outside;
  private final StaleOutputs stale;
  private final List<String> changed;
  private List<String> written = List.of();

  private Surroundings(
      Bench bench,
      Cell cell,
      Optional<OutsideWrites> outside,
      StaleOutputs stale,
      List<String> changed) {
    this.bench = bench;
    this.cell = cell;
    this.outside = outside;
    this.stale = stale;
    this.changed = new ArrayList<>(changed);
  }

  static Surroundings before(
      Bench bench, Cell cell, Workspaces.Place place, Map<String, String> placeholders)
      throws IOException, CannotStart {
    return new Surroundings(
        bench,
        cell,
        watch(bench, place),
        StaleOutputs.look(bench.scenario(cell), place.scratch(), place.workspace(), placeholders),
        bench.inventories().changes(cell));
  }

  private static Optional<OutsideWrites> watch(Bench bench, Workspaces.Place place)
      throws CannotStart {
    Gates gates = bench.experiment().gates();
    boolean wanted =
        gates.gates().stream().anyMatch(gate -> gate.kind() == Gate.Kind.OUTSIDE_WRITES);
    if (!wanted || gates.watch().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          OutsideWrites.watch(gates.watch(), List.of(bench.run().path(), place.workspace())));
    } catch (IOException e) {
      throw new CannotStart(String.valueOf(e.getMessage()), e);
    }
  }

  /** The second look. What had changed before the command started is told all the same. */
  void after() throws IOException {
    if (changed.isEmpty()) {
      changed.addAll(bench.inventories().changes(cell));
    }
    if (outside.isPresent()) {
      written = outside.get().since();
    }
  }

  void tell(GateKeeper gates) {
    gates.findings(Gate.Kind.INVENTORY, "unchanged inputs", changed);
    gates.findings(Gate.Kind.OUTSIDE_WRITES, "no writes outside the workspace", written);
  }

  StaleOutputs stale() {
    return stale;
  }
}
