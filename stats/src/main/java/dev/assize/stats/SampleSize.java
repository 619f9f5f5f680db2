package dev.assize.stats;

/**
 * How many blocks a question needs, and why.
 *
 * @param blocks the answer: the larger of the two numbers below, rounded up to what the order can
 *     balance
 * @param forPower blocks after which the effect is found with the stated power
 * @param forLevel blocks below which no result, however clear, could reach the level
 * @param detectableEffect the effect that {@code blocks} find with the stated power; a relative
 *     change for {@link Scale#RATIO}, in the metric's unit for {@link Scale#DIFFERENCE}
 */
public record SampleSize(int blocks, int forPower, int forLevel, double detectableEffect) {}
