package dev.assize.experiment;

import java.util.List;
import java.util.Optional;

/** What must hold between design, decision rule, arms and families. */
final class DesignRules {
  private static final long MOST_TRIALS = 1_000_000;

  private DesignRules() {}

  static void check(Experiment e, Fields top, Problems problems) {
    Position design = place(top, "design", Optional.empty());
    Position order = place(top, "design", Optional.of("order"));
    Position rule = place(top, "decision", Optional.of("rule"));
    boolean fixed = e.design().order() == Design.Order.A1_B_A2;
    boolean twinned =
        e.arms().stream()
            .anyMatch(a -> a.twinOf().isPresent() && a.twinOf().get().equals(e.baseline().name()));
    if (e.decision().rule() == Decision.Rule.FLOOR && !twinned) {
      problems.add(
          rule,
          "decision.rule",
          "an arm that is a twin of the baseline, for rule floor",
          "none",
          "add '" + e.baseline().name() + "2: { twin: " + e.baseline().name() + " }' to arms");
    }
    if (fixed && !firstBaselineCandidateTwin(e)) {
      problems.add(
          order,
          "design.order",
          "exactly three arms, a baseline, a candidate and a twin of the baseline, for a1-b-a2",
          Values.list(e.arms().stream().map(a -> a.name() + " (" + a.role() + ")").toList()),
          "change the arms, or use order: balanced");
    }
    if (fixed && e.decision().rule() == Decision.Rule.INTERVAL && !e.design().descriptive()) {
      problems.add(
          order,
          "design.order",
          "balanced or abba for rule interval, whose test needs an order that was drawn",
          "a1-b-a2",
          "use order: balanced, or rule: floor");
    }
    long trials =
        (long) (e.design().blocks() + e.design().warmups()) * e.cells().size() * e.arms().size();
    if (trials > MOST_TRIALS) {
      problems.add(
          design,
          "design",
          "at most " + MOST_TRIALS + " trials",
          trials + " (blocks and warmups × cells × arms)",
          "use fewer, or split the experiment");
    }
    warnAboutRemainders(e, order, problems);
    if (e.families().isEmpty() && !e.design().descriptive()) {
      problems.add(
          top.at(),
          "families",
          "a candidate, or a twin, to compare with the baseline",
          "none",
          "give an arm role: candidate, or set design.descriptive: true");
    }
    for (Family family : e.families()) {
      if (!problems.any() && e.comparisons(family) == 0) {
        problems.add(
            place(top, "families", Optional.of(family.name())),
            "families." + family.name(),
            "a cell whose scenario measures one of its metrics",
            "none",
            "check 'metrics' and 'cells'");
      }
    }
    if (!problems.any()) {
      Feasibility feasibility = Feasibility.of(e);
      if (feasibility.refused()) {
        problems.add(
            place(top, "design", Optional.of("blocks")), "design.blocks: " + feasibility.message());
      }
    }
  }

  private static void warnAboutRemainders(Experiment e, Position order, Problems problems) {
    int blocks = e.design().blocks();
    int unit =
        switch (e.design().order()) {
          case BALANCED -> e.arms().size();
          case ABBA -> 2;
          case A1_B_A2 -> 1;
        };
    if (blocks % unit != 0) {
      problems.warn(
          order,
          "design.blocks: "
              + blocks
              + " is no multiple of "
              + unit
              + ", so "
              + (e.design().order() == Design.Order.ABBA
                  ? "the last block has no mirror image"
                  : "arms can't go first equally often; which do is drawn"));
    }
  }

  private static boolean firstBaselineCandidateTwin(Experiment e) {
    List<Arm> arms = e.arms();
    return arms.size() == 3
        && arms.stream().anyMatch(a -> a.role() == Arm.Role.CANDIDATE)
        && arms.stream()
            .anyMatch(a -> a.twinOf().isPresent() && a.twinOf().get().equals(e.baseline().name()));
  }

  /** The key inside the section, else the section, else the start of the spec. */
  private static Position place(Fields top, String section, Optional<String> key) {
    Optional<Node.Field> outer = top.get(section);
    if (outer.isEmpty()) {
      return top.at();
    }
    return key.flatMap(
            k -> outer.get().value() instanceof Node.Table t ? t.field(k) : Optional.empty())
        .map(Node.Field::at)
        .orElse(outer.get().at());
  }
}
