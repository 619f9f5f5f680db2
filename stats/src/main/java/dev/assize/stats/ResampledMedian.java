package dev.assize.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The median of an arm on resampled blocks. The arm is sorted once; a resample is then how often
 * each rank was drawn, and its median is found by walking up the ranks: no sorting and no
 * allocation for a resample.
 */
final class ResampledMedian {
  private final double[] sorted;
  private final int[] rankOfBlock;

  ResampledMedian(double[] valueOfBlock) {
    int[] blockOfRank =
        IntStream.range(0, valueOfBlock.length)
            .boxed()
            .sorted(Comparator.comparingDouble(block -> valueOfBlock[block]))
            .mapToInt(Integer::intValue)
            .toArray();
    sorted = new double[valueOfBlock.length];
    rankOfBlock = new int[valueOfBlock.length];
    for (int rank = 0; rank < blockOfRank.length; rank++) {
      sorted[rank] = valueOfBlock[blockOfRank[rank]];
      rankOfBlock[blockOfRank[rank]] = rank;
    }
  }

  int blocks() {
    return sorted.length;
  }

  int rankOf(int block) {
    return rankOfBlock[block];
  }

  /** Returns the median of the arm as measured. */
  double original() {
    return Quantiles.medianOfSorted(sorted);
  }

  /**
   * Returns the median of a resample.
   *
   * @param times how often each rank was drawn; adds up to the number of blocks
   */
  double median(int[] times) {
    int lowerMiddle = (sorted.length - 1) / 2;
    int upperMiddle = sorted.length / 2;
    int rank = 0;
    int passed = times[0];
    while (passed <= lowerMiddle) {
      passed += times[++rank];
    }
    double low = sorted[rank];
    if (passed > upperMiddle) {
      return low;
    }
    while (passed <= upperMiddle) {
      passed += times[++rank];
    }
    return (low + sorted[rank]) / 2;
  }
}
