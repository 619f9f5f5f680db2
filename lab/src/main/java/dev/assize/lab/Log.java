package dev.assize.lab;

import dev.assize.evidence.Event;
import dev.assize.evidence.Journal;
import java.io.IOException;

/** The journal, the tally of what is in it, and the one who watches: told together. */
record Log(Journal journal, Tally tally, Progress progress) {
  void append(Event event) throws IOException {
    journal.append(event);
    tally.note(event);
  }

  /** Something that belongs into the report and on the screen. */
  void note(String topic, String text) throws IOException {
    append(new Event.Noted(topic, text));
    progress.on(new ProgressEvent.Note(text));
  }
}
