package dev.assize.judge;

/**
 * A change with its interval: fractions for ratio metrics (0.05 is +5 %), the unit for differences.
 */
public record Interval(double estimate, double low, double high) {}
