package dev.assize.report;

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
    Headline headline,
    String sentence,
    List<Notice> warnings,
    List<Notice> remarks,
    List<Section> sections) {
  Document {
    warnings = List.copyOf(warnings);
    remarks = List.copyOf(remarks);
    sections = List.copyOf(sections);
  }

  /**
   * The verdict before its sentence.
   *
   * @param word in capitals
   * @param symbol a sign that says the same without colour
   * @param meaning of the word, for a reader who meets it for the first time
   */
  record Headline(String word, String symbol, Tone tone, String meaning, boolean drift) {}

  /** A word in capitals and what it means here: one sentence, or several of a kind. */
  record Notice(String word, List<String> texts) {
    Notice {
      texts = List.copyOf(texts);
    }
  }
}
