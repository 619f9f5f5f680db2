package dev.assize.experiment;

import dev.assize.stats.ReferenceSet;
import dev.assize.stats.SplitMix64;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Expands an experiment into its trials, and states which other orders could have been drawn. */
public final class Planner {
  /**
   * Mixed into the seed, so that the plan's numbers and those of the tests that are drawn from the
   * same seed have nothing in common.
   */
  private static final long PLAN = 0x6173_7369_7a65_706cL;

  private Planner() {}

  /**
   * Returns every trial in order: the warm-up blocks, then the measured ones. Inside a block number
   * the cells come shuffled; inside a cell the arms in the order that the design draws.
   *
   * <p>The draws are SplitMix64's. Three streams start from the first three outputs of the
   * generator seeded with {@code seed ^ 0x61737369_7a65706c}: orders of arms (cell by cell in the
   * order of the spec, warm-up then measured), orders of cells (block by block), paddings (trial by
   * trial, uniform from 0 to the design's padding, both included). Shuffles are Fisher and Yates's
   * from the last place down. The same experiment and seed give the same plan on any machine.
   */
  public static Plan plan(Experiment e, long seed) {
    SplitMix64 root = new SplitMix64(seed ^ PLAN);
    SplitMix64 arms = new SplitMix64(root.nextLong());
    SplitMix64 cells = new SplitMix64(root.nextLong());
    SplitMix64 paddings = new SplitMix64(root.nextLong());
    List<PlannedTrial> trials = new ArrayList<>();
    for (boolean measured : new boolean[] {false, true}) {
      int blocks = measured ? e.design().blocks() : e.design().warmups();
      Map<Cell, List<List<ArmName>>> orders = new LinkedHashMap<>();
      for (Cell cell : e.cells()) {
        orders.put(cell, BlockOrders.draw(e.design().order(), e.arms(), blocks, arms));
      }
      for (int block = 1; block <= blocks; block++) {
        for (Cell cell : BlockOrders.shuffled(List.copyOf(orders.keySet()), cells)) {
          List<ArmName> order = orders.getOrDefault(cell, List.of()).get(block - 1);
          for (int position = 0; position < order.size(); position++) {
            trials.add(
                new PlannedTrial(
                    trials.size() + 1,
                    measured,
                    cell,
                    order.get(position),
                    block,
                    position,
                    paddings.nextInt(e.design().padding() + 1)));
          }
        }
      }
    }
    return new Plan(seed, trials);
  }

  /** Returns the spec's seed, or a random one from 0 to 2^53 − 1 when it states none. */
  public static long seed(Experiment e) {
    return e.design()
        .seed()
        .orElseGet(() -> new SecureRandom().nextLong(DesignReader.LARGEST_SEED + 1));
  }

  /** Tells whether the design can reach its level, and how many blocks would. */
  public static Feasibility feasibility(Experiment e) {
    return Feasibility.of(e);
  }

  /**
   * Returns the relabellings of a contrast's two arms that the planner could as well have drawn,
   * given which blocks count. Blocks that don't count keep their labels in every relabelling, or
   * swap them in all blocks at once; either way the blocks that count have the set returned here.
   *
   * @param order the design's order
   * @param blocks measured blocks of the cell in which both arms have a value, in the order in
   *     which their values will be given to the test; at least one
   * @throws IllegalArgumentException if the order is fixed, no block is given, or a block or arm is
   *     not in the plan
   */
  public static ReferenceSet referenceSet(
      Plan plan, Cell cell, Contrast contrast, Design.Order order, List<Integer> blocks) {
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException(
          "reference set: expected at least one block of " + cell + ", found none");
    }
    return switch (Feasibility.order(order)) {
      case FREE -> ReferenceSet.free(blocks.size());
      case BALANCED -> ReferenceSet.balanced(leads(plan, cell, contrast, blocks));
      case MIRRORED ->
          ReferenceSet.mirrored(blocks.stream().mapToInt(block -> (block - 1) / 2).toArray());
    };
  }

  private static int[] leads(Plan plan, Cell cell, Contrast contrast, List<Integer> blocks) {
    Map<Integer, ArmName> first = new HashMap<>();
    for (PlannedTrial trial : plan.trials()) {
      if (trial.measured() && trial.cell().equals(cell) && trial.position() == 0) {
        first.put(trial.block(), trial.arm());
      }
    }
    int[] leads = new int[blocks.size()];
    for (int i = 0; i < leads.length; i++) {
      ArmName arm = first.get(blocks.get(i));
      if (arm == null) {
        throw new IllegalArgumentException(
            "reference set: expected a block of " + cell + " in the plan, found " + blocks.get(i));
      }
      leads[i] = arm.equals(contrast.baseline()) ? 1 : arm.equals(contrast.candidate()) ? -1 : 0;
    }
    return leads;
  }
}
