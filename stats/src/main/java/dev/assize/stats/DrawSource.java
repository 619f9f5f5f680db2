package dev.assize.stats;

/**
 * Uniform draws fixed by a seed, the same on every machine and Java version: the generator is
 * written out here because the library's may change between releases.
 *
 * <p>SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014. Bounding: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29
 * (2019); unbiased.
 */
final class DrawSource {
  private long state;

  DrawSource(long seed) {
    state = seed;
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns an integer from 0 to {@code bound - 1}, each equally likely; {@code bound} ≥ 1. */
  int below(int bound) {
    long product = (next() >>> 32) * bound;
    if ((product & 0xFFFF_FFFFL) < bound) {
      // Of the 2^32 inputs, this many more than a multiple of bound are thrown away.
      long excess = (1L << 32) % bound;
      while ((product & 0xFFFF_FFFFL) < excess) {
        product = (next() >>> 32) * bound;
      }
    }
    return (int) (product >>> 32);
  }
}
