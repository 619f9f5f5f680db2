package dev.assize.report;

import dev.assize.evidence.Attempt;
import dev.assize.evidence.Entry;
import dev.assize.evidence.Event;
import dev.assize.evidence.TrialRecord;
import dev.assize.judge.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The journal as the report tells it.
 *
 * @param trials every attempt that ended, in the order of running
 * @param inFlight attempts that began and never ended: the lab was killed meanwhile
 */
record History(List<Trial> trials, List<Attempt> inFlight) {
  private static final Pattern ATTEMPT = Pattern.compile("^trial ([0-9]+-[0-9]+)");

  History {
    trials = List.copyOf(trials);
    inFlight = List.copyOf(inFlight);
  }

  static History of(List<Entry> entries, Verdict verdict) {
    Set<String> voided = voided(verdict);
    List<Trial> trials = new ArrayList<>();
    Set<Attempt> open = new LinkedHashSet<>();
    for (Entry entry : entries) {
      switch (entry.event()) {
        case Event.TrialStarted(Attempt attempt) -> open.add(attempt);
        case Event.TrialEnded ended -> {
          open.remove(ended.trial().attempt());
          trials.add(new Trial(trials.size() + 1, ended.trial(), state(ended.trial(), voided)));
        }
        case Event.SetUp _,
            Event.CleanedUp _,
            Event.Stopped _,
            Event.Resumed _,
            Event.Noted _,
            Event.Opened _,
            Event.Closed _ -> {
          // The judge tells these among the deviations.
        }
      }
    }
    return new History(trials, List.copyOf(open));
  }

  private static Trial.State state(TrialRecord trial, Set<String> voided) {
    if (!trial.valid() || voided.contains(trial.attempt().toString())) {
      return Trial.State.VOID;
    }
    return trial.measured() ? Trial.State.COUNTED : Trial.State.WARM_UP;
  }

  /** The attempts that the judge voided one by one, as it names them. */
  static Set<String> voided(Verdict verdict) {
    Set<String> attempts = new HashSet<>();
    for (Verdict.Voided voided : verdict.voids()) {
      Matcher matcher = ATTEMPT.matcher(voided.what());
      if (matcher.find()) {
        attempts.add(matcher.group(1));
      }
    }
    return attempts;
  }
}
