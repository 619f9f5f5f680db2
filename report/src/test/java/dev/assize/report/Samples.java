package dev.assize.report;

import dev.assize.evidence.DamagedEvidenceException;
import dev.assize.evidence.RunDirectory;
import dev.assize.judge.Judge;
import dev.assize.judge.Verdict;
import dev.assize.judge.VerdictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reports of made-up runs, and verdicts with single parts replaced. */
final class Samples {
  static final String RUN_ID = "20261202T071500Z-3f2a";

  private Samples() {}

  static RunDirectory written(SampleRun run, Path directory) throws IOException {
    return run.write(directory.resolve(RUN_ID));
  }

  /** The report of a run that the real judge judges. */
  static Report judged(SampleRun run, Path directory) throws IOException, DamagedEvidenceException {
    RunDirectory written = written(run, directory);
    return Report.of(written, Judge.judge(written));
  }

  /** The verdict of the complete sample as it was when it was kept for the golden files. */
  static Verdict kept() throws IOException {
    return VerdictJson.read(Files.readAllBytes(Golden.DIRECTORY.resolve("verdict.json")));
  }

  /** The complete sample with the kept verdict, or with another. */
  static Report complete() throws IOException {
    return complete(kept());
  }

  static Report complete(Verdict verdict) {
    return Report.of(SampleRun.complete().material(verdict));
  }

  /** The verdict with other words in every place where words come from outside. */
  static Verdict saying(Verdict v, String words) {
    return new Verdict(
        v.schema(),
        v.experiment(),
        v.run(),
        v.outcome(),
        v.drift(),
        v.complete(),
        v.descriptive(),
        words,
        List.of(words),
        List.of(words),
        v.cells(),
        v.comparisons(),
        v.regressions(),
        List.of(new Verdict.Voided(words, words, words)),
        v.counts(),
        v.tallies(),
        v.trends(),
        v.floors(),
        v.votes(),
        v.exposures(),
        v.variants(),
        v.derived(),
        v.windows(),
        v.processors(),
        v.latencies(),
        List.of(words),
        List.of(words),
        List.of(words),
        List.of(words));
  }
}
