package dev.assize.experiment;

import dev.assize.stats.SplitMix64;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Draws the order of arms in the blocks of one cell. What is drawn here is what {@link
 * Planner#referenceSet} describes; a change of one is a change of the other.
 */
final class BlockOrders {
  private BlockOrders() {}

  /** One list of arms a block. */
  static List<List<ArmName>> draw(
      Design.Order order, List<Arm> arms, int blocks, SplitMix64 random) {
    List<ArmName> names = arms.stream().map(Arm::name).toList();
    return switch (order) {
      case BALANCED -> balanced(names, blocks, random);
      case ABBA -> mirrored(names, blocks, random);
      case A1_B_A2 -> Collections.nCopies(blocks, fixed(arms));
    };
  }

  /**
   * Leads first: every arm as often as blocks divide by arms; for the blocks left over, arms drawn
   * without replacement; all leads shuffled over the blocks. Then the rest of each block, shuffled.
   */
  private static List<List<ArmName>> balanced(List<ArmName> arms, int blocks, SplitMix64 random) {
    List<ArmName> leads = new ArrayList<>();
    for (int i = 0; i < blocks / arms.size(); i++) {
      leads.addAll(arms);
    }
    leads.addAll(shuffled(arms, random).subList(0, blocks % arms.size()));
    List<List<ArmName>> orders = new ArrayList<>();
    for (ArmName lead : shuffled(leads, random)) {
      List<ArmName> rest = new ArrayList<>(arms);
      rest.remove(lead);
      List<ArmName> order = new ArrayList<>();
      order.add(lead);
      order.addAll(shuffled(rest, random));
      orders.add(order);
    }
    return orders;
  }

  /** Odd blocks are shuffled; even ones are the one before, reversed. */
  private static List<List<ArmName>> mirrored(List<ArmName> arms, int blocks, SplitMix64 random) {
    List<List<ArmName>> orders = new ArrayList<>();
    for (int block = 1; block <= blocks; block++) {
      orders.add(block % 2 == 1 ? shuffled(arms, random) : orders.getLast().reversed());
    }
    return orders;
  }

  private static List<ArmName> fixed(List<Arm> arms) {
    List<ArmName> order = new ArrayList<>();
    for (Arm.Role role : List.of(Arm.Role.BASELINE, Arm.Role.CANDIDATE, Arm.Role.TWIN)) {
      arms.stream().filter(a -> a.role() == role).map(Arm::name).forEach(order::add);
    }
    return order;
  }

  /** Fisher and Yates, from the last place down to the second. */
  static <T> List<T> shuffled(List<T> list, SplitMix64 random) {
    List<T> result = new ArrayList<>(list);
    for (int i = result.size() - 1; i > 0; i--) {
      Collections.swap(result, i, random.nextInt(i + 1));
    }
    return result;
  }
}
