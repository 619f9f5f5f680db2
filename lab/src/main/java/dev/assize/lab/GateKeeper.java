package dev.assize.lab;

import dev.assize.evidence.GateResult;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Gates;
import dev.assize.observe.Disturbance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what the gates of one attempt say. */
final class GateKeeper {
  private static final int NAMED = 10;
  private static final String SERVER_LEFTOVERS = "server-leftovers";

  private final Gates gates;
  private final List<GateResult> results = new ArrayList<>();

  GateKeeper(Gates gates) {
    this.gates = gates;
  }

  List<GateResult> results() {
    return List.copyOf(results);
  }

  void addAll(List<GateResult> more) {
    results.addAll(more);
  }

  Optional<Gate> gate(Gate.Kind kind) {
    return gates.gates().stream().filter(g -> g.kind() == kind).findFirst();
  }

  /** A gate without a limit: passed when there is nothing to say. */
  void findings(Gate.Kind kind, String expected, List<String> found) {
    gate(kind).ifPresent(gate -> results.add(result(gate, expected, found)));
  }

  private static GateResult result(Gate gate, String expected, List<String> found) {
    return new GateResult(
        gate.kind().key(),
        found.isEmpty(),
        gate.voids(),
        found.isEmpty() ? "" : "expected " + expected + ", found " + listed(found));
  }

  /** Processes that the command left. Told also where the spec has no such gate, as a note. */
  void leftovers(Leftovers.Found found) {
    leftovers(
        Gate.Kind.LEFTOVERS.key(),
        "no process left when the command ended (otherwise its time is not that of the work)",
        found);
  }

  /** Processes that the server left; voids what the gate about those of the command voids. */
  void serverLeftovers(Leftovers.Found found) {
    leftovers(SERVER_LEFTOVERS, "no process left when the server was stopped and had ended", found);
  }

  private void leftovers(String name, String expected, Leftovers.Found found) {
    if (gate(Gate.Kind.LEFTOVERS).isEmpty() && found.alive().isEmpty()) {
      return;
    }
    Gate gate = gate(Gate.Kind.LEFTOVERS).orElse(new Gate(Gate.Kind.LEFTOVERS, Gate.Scope.NOTE, 0));
    String more =
        found.unending().isEmpty()
            ? "; they were ended"
            : "; these could not be ended and may disturb what follows: "
                + listed(found.unending());
    GateResult plain = result(gate, expected, found.alive());
    results.add(
        new GateResult(
            name,
            plain.passed(),
            plain.voids(),
            plain.passed() ? plain.detail() : plain.detail() + more));
  }

  void disturbance(Disturbance seen) {
    gate(Gate.Kind.INTERFERENCE)
        .ifPresent(
            gate ->
                limit(
                    gate,
                    seen.worstShare(),
                    "no other process above "
                        + Texts.percent(gate.limit())
                        + " of one of our CPUs, found "
                        + seen.worstProcess()
                        + " at "
                        + Texts.percent(seen.worstShare())));
    gate(Gate.Kind.STEAL)
        .ifPresent(
            gate ->
                limit(
                    gate,
                    seen.stealShare(),
                    "at most "
                        + Texts.percent(gate.limit())
                        + " of CPU time stolen by the hypervisor, found "
                        + Texts.percent(seen.stealShare())));
    gate(Gate.Kind.CLOCK_STEP)
        .ifPresent(
            gate ->
                limit(
                    gate,
                    (double) seen.clockStep().value(),
                    "a step of the real-time clock of at most "
                        + Math.round(gate.limit())
                        + " ns, found "
                        + seen.clockStep().value()
                        + " ns"));
  }

  private void limit(Gate gate, double found, String detail) {
    boolean passed = found <= gate.limit();
    results.add(
        new GateResult(
            gate.kind().key(), passed, gate.voids(), passed ? "" : "expected " + detail));
  }

  /** Something that fails the attempt whatever the spec says of gates. */
  void required(String name, String problem) {
    results.add(new GateResult(name, problem.isEmpty(), Gate.Scope.TRIAL, problem));
  }

  private static String listed(List<String> all) {
    List<String> shown = all.subList(0, Math.min(NAMED, all.size()));
    return Texts.printable(String.join(", ", shown))
        + (all.size() > shown.size() ? " and " + (all.size() - shown.size()) + " more" : "");
  }
}
