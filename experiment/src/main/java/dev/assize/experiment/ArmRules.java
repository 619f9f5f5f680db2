package dev.assize.experiment;

import java.util.List;
import java.util.Map;

/** What must hold between arms. */
final class ArmRules {
  private ArmRules() {}

  static void check(List<Arm> arms, Position at, Map<ArmName, Position> places, Problems problems) {
    List<Arm> baselines = arms.stream().filter(a -> a.role() == Arm.Role.BASELINE).toList();
    if (arms.size() < 2) {
      problems.add(
          at,
          "arms",
          "at least two arms",
          arms.size() + "",
          "add the arm to compare with, or '{ twin: NAME }' for an A/A experiment");
    }
    if (baselines.size() != 1) {
      Position place = baselines.size() < 2 ? at : places.getOrDefault(baselines.get(1).name(), at);
      problems.add(
          place,
          "arms",
          "exactly one arm with role: baseline",
          baselines.size() + "",
          "state the roles; without a role the first arm is the baseline and the others candidates");
    }
    for (int i = 0; i < arms.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (identical(arms.get(i), arms.get(j))) {
          problems.add(
              places.getOrDefault(arms.get(i).name(), at),
              "arms." + arms.get(i).name(),
              "something that differs from arm '" + arms.get(j).name() + "'",
              "the same env, args, files and command",
              "if that is meant, as in an A/A experiment, write '"
                  + arms.get(i).name()
                  + ": { twin: "
                  + arms.get(j).name()
                  + " }'");
        }
      }
    }
  }

  private static boolean identical(Arm a, Arm b) {
    return a.twinOf().isEmpty()
        && b.twinOf().isEmpty()
        && a.environment().equals(b.environment())
        && a.arguments().equals(b.arguments())
        && a.files().equals(b.files())
        && a.command().equals(b.command());
  }
}
