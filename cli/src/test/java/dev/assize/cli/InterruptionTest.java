package dev.assize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ctrl-C and kill -9 in the middle, then resume. {@code -Dassize.kills=50} kills as often as that.
 */
final class InterruptionTest {
  private static final int KILLS = Integer.getInteger("assize.kills", 5);
  private static final long SEED = Long.getLong("assize.kill-seed", 20_261_202L);

  @TempDir Path temp;
  Assize assize = new Assize(Path.of("."));

  @BeforeEach
  void start() {
    assize = new Assize(temp);
  }

  private void write(int blocks, String seconds) throws Exception {
    Files.writeString(
        temp.resolve("spec.yaml"),
        """
        assize: 1
        name: stop
        question: Is anything lost?
        arms: { a: {}, b: { args: [b] } }
        design: { blocks: %d, warmups: 0, descriptive: true }
        gates: { clock-step: note }
        scenarios:
          s:
            command: [sh, -c, 'sleep %s & wait; echo done', sh]
            checks: [{ stdout: equal }]
        """
            .formatted(blocks, seconds));
  }

  private static long ended(String journal) {
    Matcher matcher = Pattern.compile("\"type\":\"trial-ended\"").matcher(journal);
    return matcher.results().count();
  }

  private Path waitForRun(Assize.Running running) throws Exception {
    running.until(running.err(), err -> err.contains("assize: sealed "));
    return assize.onlyRun();
  }

  @Test
  void controlCSavesFinishedPairsEndsTheChildAndResumeFinishes() throws Exception {
    write(4, "0.73191");
    Assize.Running running = assize.start("run", "spec.yaml");
    Path run = waitForRun(running);
    running.until(run.resolve("journal.jsonl"), journal -> ended(journal) >= 3);
    running.signal("INT");
    Assize.Result result = Assize.finish(running);
    assertThat(result.status()).as("%s", result).isEqualTo(130);
    assertThat(result.err()).contains("interrupted (SIGINT").contains("assize resume " + run);
    assertThat(result.out()).contains("report: ");
    assertThat(Assize.processesWith("0.73191")).isEmpty();
    assertThat(assize.run("ls").out()).contains("incomplete");

    Assize.Result resumed = assize.run("resume", "latest");
    assertThat(resumed.status()).as("%s", resumed).isEqualTo(0);
    assertThat(resumed.err()).contains(" trials are done; going on");
    LiveRunTest.assertComplete(run);
    assertThat(assize.run("verify", "latest").out()).startsWith("intact: ");
    Assize.Result again = assize.run("resume", "latest");
    assertThat(again.status()).as("%s", again).isEqualTo(0);
    LiveRunTest.assertComplete(run);
  }

  @Test
  void killedAtAnyMomentItGoesOnAndLosesNothing() throws Exception {
    write(3 + 2 * KILLS, "0.05292");
    Random random = new Random(SEED);
    Path run = temp;
    for (int kill = 0; kill < KILLS; kill++) {
      Assize.Running running =
          kill == 0 ? assize.start("run", "spec.yaml") : assize.start("resume", run.toString());
      if (kill == 0) {
        run = waitForRun(running);
      } else {
        running.until(running.err(), err -> err.contains("assize: "));
      }
      Thread.sleep(random.nextInt(400));
      assertThat(running.process().isAlive()).isTrue();
      running.signal("KILL");
      assertThat(Assize.finish(running).status()).isEqualTo(128 + 9);
    }
    Assize.Result resumed = assize.run("resume", run.toString());
    assertThat(resumed.status()).as("%s", resumed).isEqualTo(0);
    LiveRunTest.assertComplete(run);
    assertThat(assize.run("verify", run.toString()).out()).startsWith("intact: ");
    assertThat(Assize.processesWith("0.05292")).isEmpty();
  }
}
