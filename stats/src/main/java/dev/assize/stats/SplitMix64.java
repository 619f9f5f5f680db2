package dev.assize.stats;

/**
 * The SplitMix64 generator (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014) with the bounded draw of Lemire ("Fast random integer generation in an
 * interval", ACM TOMACS 2019).
 *
 * <p>It is written out here because the sequence is part of a verdict: it must be the same on every
 * machine and in every later Java release (plans are drawn from it too), which the library's
 * generators don't promise for bounded draws. Not for secrets.
 */
public final class SplitMix64 {
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private long state;

  /** Starts the sequence of {@code seed}; any value will do. */
  public SplitMix64(long seed) {
    this.state = seed;
  }

  /** Returns 64 uniform bits. */
  public long nextLong() {
    state += GOLDEN_GAMMA;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Returns a uniform integer from 0 (inclusive) to {@code bound} (exclusive). */
  public int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("expected a bound above 0, found " + bound);
    }
    long product = (nextLong() >>> 32) * bound;
    long low = product & 0xffffffffL;
    if (low < bound) {
      long threshold = (1L << 32) % bound;
      while (low < threshold) {
        product = (nextLong() >>> 32) * bound;
        low = product & 0xffffffffL;
      }
    }
    return (int) (product >>> 32);
  }
}
