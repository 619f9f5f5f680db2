/**
 * JMH benchmarks of Assize's own code, whose figures stand in {@code docs/experiments}. Nothing
 * here is part of the product, and nothing depends on it. What a system under test does is measured
 * by the lab itself and has no place here.
 */
@NullMarked
package dev.assize.microbench;

import org.jspecify.annotations.NullMarked;
