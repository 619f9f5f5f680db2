package dev.assize.experiment;

import java.util.OptionalLong;

/**
 * How the trials are laid out.
 *
 * @param blocks measured blocks a cell
 * @param warmups unmeasured blocks a cell, before the measured ones
 * @param seed drawn at sealing when absent
 * @param descriptive true: describe only, no verdict; lifts the refusal of too few blocks
 * @param padding largest length in bytes of the random environment padding; 0 for none
 */
public record Design(
    int blocks, int warmups, Order order, OptionalLong seed, boolean descriptive, int padding) {
  /** The order of arms inside blocks. */
  public enum Order {
    /** Each arm goes first equally often; which blocks get which order is shuffled. */
    BALANCED("balanced"),
    /** Blocks come in mirrored pairs: an order, then its reverse. */
    ABBA("abba"),
    /** Baseline, candidate, twin, always. For the floor rule. */
    A1_B_A2("a1-b-a2");

    private final String key;

    Order(String key) {
      this.key = key;
    }

    /** The name in specs and evidence. */
    public String key() {
      return key;
    }
  }
}
