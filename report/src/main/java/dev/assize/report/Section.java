package dev.assize.report;

import java.util.List;

/**
 * A titled part of a report.
 *
 * @param leads true: part of the short summary too
 */
record Section(String id, String title, boolean leads, List<Block> blocks) {
  Section {
    blocks = List.copyOf(blocks);
  }

  static Section leading(String id, String title, List<Block> blocks) {
    return new Section(id, title, true, blocks);
  }

  static Section of(String id, String title, List<Block> blocks) {
    return new Section(id, title, false, blocks);
  }
}
