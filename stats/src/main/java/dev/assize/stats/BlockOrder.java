package dev.assize.stats;

/** How a design orders two arms inside its blocks, as far as their comparison is concerned. */
public enum BlockOrder {
  /** Every block's order is drawn on its own, all orders equally likely. */
  FREE,

  /** Each arm goes first in equally many blocks; which blocks get which order is drawn. */
  BALANCED,

  /**
   * Blocks come in consecutive pairs, the second with the first one's order reversed (ABBA); each
   * pair's order is drawn. A block left over at the end is a unit of its own.
   */
  MIRRORED
}
