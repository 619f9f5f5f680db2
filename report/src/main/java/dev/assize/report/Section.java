package dev.assize.report;

import java.util.List;

/** A titled part of a report. */
record Section(String id, String title, List<Block> blocks) {
  Section {
    blocks = List.copyOf(blocks);
  }
}
