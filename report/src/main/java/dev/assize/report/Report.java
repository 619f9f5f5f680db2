package dev.assize.report;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.HostRecord;
import dev.assize.evidence.RunDirectory;
import dev.assize.judge.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A verdict with its evidence, in the formats that people and machines read. The same evidence and
 * verdict give the same bytes: nothing of the time or place of writing is in them.
 */
public final class Report {
  private final Material material;
  private final Document document;

  private Report(Material material) {
    this.material = material;
    this.document = Composer.compose(material);
  }

  /**
   * Reads what the report shows beside the verdict.
   *
   * @param verdict of this run
   * @throws DamagedEvidenceException when the journal or host.json is not what was written
   */
  public static Report of(RunDirectory run, Verdict verdict) throws DamagedEvidenceException {
    return new Report(
        new Material(
            run.runId(),
            run.spec().experiment(),
            run.seal(),
            run.plan(),
            run.entries(),
            HostRecord.fromJson(run.hostJson()),
            verdict));
  }

  static Report of(Material material) {
    return new Report(material);
  }

  /**
   * Returns the summary for a terminal, in Unicode.
   *
   * @param colour whether to use the terminal's colours
   * @param width columns of the terminal, 40 or more; fewer are taken as 40
   */
  public String text(boolean colour, int width) {
    return TextRenderer.render(document, colour, width, Glyphs.UNICODE);
  }

  /**
   * Returns the beginning of {@link #text}: the verdict, the effect, what would have changed the
   * verdict, and every regression.
   */
  public String summary(boolean colour, int width) {
    return TextRenderer.summary(document, colour, width, Glyphs.UNICODE);
  }

  /** As {@link #summary}, in ASCII. */
  public String asciiSummary(boolean colour, int width) {
    return TextRenderer.summary(document, colour, width, Glyphs.ASCII);
  }

  /** As {@link #text}, in ASCII: for terminals and files that are not UTF-8. */
  public String ascii(boolean colour, int width) {
    return TextRenderer.render(document, colour, width, Glyphs.ASCII);
  }

  /** Returns the whole report in GitHub-flavoured Markdown. */
  public String markdown() {
    return MarkdownRenderer.render(document);
  }

  /** Returns the whole report as one HTML file that needs nothing else, to be stored as UTF-8. */
  public String html() {
    return HtmlRenderer.render(document);
  }

  /** Returns the primary comparisons as JUnit XML, to be stored as UTF-8. */
  public String junit() {
    return JunitWriter.write(material, document);
  }

  /** Returns every sample as CSV. For large runs, see {@link #csv(Appendable)}. */
  public String csv() {
    StringBuilder out = new StringBuilder();
    try {
      csv(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  /**
   * Writes every sample as CSV.
   *
   * @throws IOException when {@code out} does
   */
  public void csv(Appendable out) throws IOException {
    CsvWriter.write(material, out);
  }
}
