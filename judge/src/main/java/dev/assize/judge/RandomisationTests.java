package dev.assize.judge;

import dev.assize.experiment.Cell;
import dev.assize.experiment.Contrast;
import dev.assize.experiment.Design;
import dev.assize.experiment.Planner;
import dev.assize.stats.RandomisationTest;
import dev.assize.stats.ReferenceSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The randomisation tests of contrasts. Drawing the relabellings of one takes a while, and all
 * metrics of a contrast share it; the last few used are kept.
 */
final class RandomisationTests {
  private static final int KEPT = 32;

  private record Key(Cell cell, Contrast contrast, List<Integer> blocks) {}

  /** A test and the relabellings it goes through. */
  record Test(ReferenceSet set, RandomisationTest test) {}

  private final Docket docket;
  private final Map<Key, Test> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Test> eldest) {
          return size() > KEPT;
        }
      };

  RandomisationTests(Docket docket) {
    this.docket = docket;
  }

  /** Returns the test for the blocks that count; empty when the order was not drawn. */
  synchronized Optional<Test> of(Cell cell, Contrast contrast, List<Integer> blocks) {
    Design.Order order = docket.experiment().design().order();
    if (blocks.isEmpty() || order == Design.Order.A1_B_A2) {
      return Optional.empty();
    }
    return Optional.of(
        kept.computeIfAbsent(
            new Key(cell, contrast, blocks),
            _ -> {
              ReferenceSet set = Planner.referenceSet(docket.plan(), cell, contrast, order, blocks);
              return new Test(set, RandomisationTest.of(set, docket.plan().seed()));
            }));
  }
}
