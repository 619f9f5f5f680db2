package dev.assize.stats;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomisationTestTest {
  @Test
  void timing() {
    Random random = new Random(1);
    double[] a = new double[30];
    double[] b = new double[30];
    int[] lead = new int[30];
    for (int i = 0; i < 30; i++) {
      a[i] = Math.exp(0.03 * random.nextGaussian());
      b[i] = 1.03 * Math.exp(0.03 * random.nextGaussian());
      lead[i] = i % 2 == 0 ? 1 : -1;
    }
    for (int i = 0; i < 8; i++) {
      long t = System.nanoTime();
      RandomisationTest test = RandomisationTest.of(ReferenceSet.balanced(lead), i);
      long t1 = System.nanoTime();
      RandomisationResult r = test.compare(a, b, Scale.RATIO, 0.95);
      long t2 = System.nanoTime();
      System.out.println((t1 - t) / 1e6 + " " + (t2 - t1) / 1e6 + " " + r);
    }
  }
}
