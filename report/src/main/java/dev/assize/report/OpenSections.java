package dev.assize.report;

import dev.assize.judge.Verdict;
import java.util.List;

/** What the run does not say. */
final class OpenSections {
  private final Verdict verdict;

  OpenSections(Verdict verdict) {
    this.verdict = verdict;
  }

  List<Section> sections() {
    return List.of(
        section(
            "unreached",
            "What did not reach significance",
            verdict.unreached(),
            "Nothing is to be told here."),
        section("open", "What is left open", verdict.open(), "No question that the spec asks."));
  }

  private static Section section(String id, String title, List<String> items, String none) {
    return Section.leading(
        id,
        title,
        List.of(
            items.isEmpty()
                ? new Block.Paragraph(none)
                : new Block.Bullets(items.stream().map(Words::brief).toList())));
  }
}
