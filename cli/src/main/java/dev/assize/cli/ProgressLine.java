package dev.assize.cli;

import dev.assize.evidence.Ending;
import dev.assize.evidence.GateResult;
import dev.assize.evidence.TrialRecord;
import dev.assize.experiment.Gate;
import dev.assize.experiment.Nanos;
import dev.assize.lab.Progress;
import dev.assize.lab.ProgressEvent;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Progress on stderr: one redrawn line on a terminal, else a plain line at least every ten seconds
 * and at each tenth of the plan. Failures are always lines of their own.
 */
final class ProgressLine implements Progress {
  private static final long PLAIN_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

  private final PrintStream out;
  private final boolean redrawn;
  private final int width;
  private int total;
  private int lastTenth = -1;
  private long lastPlain = System.nanoTime();
  private String current = "";
  private String eta = "";

  ProgressLine(Output output) {
    this.out = output.messages();
    this.redrawn = output.messagesRedrawn();
    this.width = output.width();
  }

  @Override
  public void on(ProgressEvent event) {
    switch (event) {
      case ProgressEvent.PlanStarted started -> {
        total = started.total();
        line(
            started.done() == 0
                ? total + " trials to run"
                : started.done() + " of " + total + " trials are done; going on");
      }
      case ProgressEvent.TrialStarting starting -> {
        current =
            starting.cell() + "  " + starting.arm() + (starting.measured() ? "" : "  (warm-up)");
        draw(starting.done());
      }
      case ProgressEvent.TrialFinished finished -> {
        eta = finished.eta().map(left -> "  " + clock(left) + " left").orElse("");
        remarkOn(finished.record());
        draw(finished.done());
      }
      case ProgressEvent.Note note -> line(note.text());
    }
  }

  /** Ends the redrawn line, so that what follows starts on a line of its own. */
  void finish() {
    if (redrawn) {
      out.print("\r\033[K");
      out.flush();
    }
  }

  private void remarkOn(TrialRecord trial) {
    if (trial.ending() instanceof Ending.NotStarted notStarted) {
      line("trial " + trial.attempt() + " (" + trial.arm() + ") not started: " + notStarted.why());
      return;
    }
    for (GateResult gate : trial.gates()) {
      if (!gate.passed() && gate.voids() != Gate.Scope.NOTE) {
        line(
            "trial "
                + trial.attempt()
                + " ("
                + trial.arm()
                + ") "
                + gate.name()
                + ": "
                + gate.detail());
      }
    }
  }

  private void draw(int done) {
    if (redrawn) {
      int cells = 20;
      int full = total == 0 ? 0 : (int) ((long) cells * done / total);
      String text =
          "["
              + "#".repeat(full)
              + ".".repeat(cells - full)
              + "] "
              + done
              + "/"
              + total
              + eta
              + "  "
              + current;
      out.print("\r\033[K" + text.substring(0, Math.min(text.length(), Math.max(10, width - 1))));
      out.flush();
      return;
    }
    int tenth = total == 0 ? 10 : (int) (10L * done / total);
    long now = System.nanoTime();
    if (tenth != lastTenth || now - lastPlain >= PLAIN_INTERVAL_NANOS) {
      lastTenth = tenth;
      lastPlain = now;
      out.println("assize: " + done + "/" + total + eta + "  " + current);
    }
  }

  private void line(String text) {
    finish();
    out.println("assize: " + Printable.of(text));
  }

  private static String clock(Nanos left) {
    long seconds = (left.value() + 999_999_999) / 1_000_000_000;
    if (seconds < 100) {
      return seconds + " s";
    }
    return seconds < 6000
        ? seconds / 60 + " min " + seconds % 60 + " s"
        : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
  }
}
