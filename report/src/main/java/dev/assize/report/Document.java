package dev.assize.report;

import dev.assize.judge.Outcome;
import java.util.List;

/**
 * A whole report, before it takes a format.
 *
 * @param warnings what a reader must know before the verdict; the first line of every format
 * @param remarks what qualifies the verdict; right after its sentence
 */
record Document(
    String experiment,
    String run,
    String question,
    Outcome outcome,
    boolean drift,
    String sentence,
    List<Notice> warnings,
    List<Notice> remarks,
    List<Section> sections) {
  Document {
    warnings = List.copyOf(warnings);
    remarks = List.copyOf(remarks);
    sections = List.copyOf(sections);
  }

  /** A word in capitals and what it means here. */
  record Notice(String word, String text) {}
}
