package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.assize.judge.Verdict.FloorFound;
import dev.assize.judge.Verdict.Vote;
import dev.assize.stats.Floor;
import dev.assize.stats.TwinVote;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The published verdict of the zero-copy A/B, from evidence that comes to its figures. */
class SeedOracleTest {
  private static Verdict verdict;

  @BeforeAll
  static void judge() {
    verdict = Judge.judge(SeedOracle.docket());
  }

  private static FloorFound floor(String variant, String metric) {
    return verdict.floors().stream()
        .filter(f -> f.variant().value().equals(variant) && f.metric().value().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private static Vote vote(String scenario, String variant, String metric) {
    return verdict.votes().stream()
        .filter(
            v ->
                v.cell().toString().equals(scenario + "/" + variant)
                    && v.metric().value().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void floorsAreThoseThatWerePublished() {
    assertThat(floor("amd64", "rps"))
        .satisfies(
            f -> {
              assertThat(f.pairs()).isEqualTo(21);
              assertThat(f.value()).isEqualTo(0.03);
              assertThat(f.stated()).isEqualTo(0.03);
              assertThat(f.median()).isCloseTo(0.0074, within(1e-9));
              assertThat(f.p90()).isCloseTo(0.0223, within(1e-9));
              assertThat(f.max()).isCloseTo(0.0355, within(1e-9));
            });
    assertThat(floor("amd64", "cpb").value()).isEqualTo(0.05);
    assertThat(floor("arm64", "rps").value()).isCloseTo(0.0616, within(1e-9));
    assertThat(floor("arm64", "rps").max()).isCloseTo(0.129, within(1e-9));
    assertThat(floor("arm64", "cpb").value()).isEqualTo(0.05);
  }

  @Test
  void nothingVotedBecauseNothingWasExposed() {
    assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
    assertThat(verdict.variants())
        .extracting(v -> v.variant().value(), Verdict.VariantVerdict::outcome)
        .containsExactly(
            tuple("amd64", Outcome.NOT_EXERCISED), tuple("arm64", Outcome.NOT_EXERCISED));
    assertThat(verdict.cells()).hasSize(36).allMatch(c -> c.outcome() == Outcome.NOT_EXERCISED);
    assertThat(verdict.votes()).noneMatch(Vote::votes);
    assertThat(verdict.unreached()).contains("no cell voted, because none was exposed");
    assertThat(verdict.sentence())
        .contains(
            "the treated code did not run as it must: expected ring >= 0.5 in every trial of on")
        .contains("found that in 0 of 1 (ring was 0.0075); of 72 primary comparisons 72 not");
  }

  @Test
  void theThreeCrossingsAreToldAndHaveNoVote() {
    assertThat(verdict.votes().stream().filter(Vote::eligible))
        .filteredOn(v -> v.beyondFloor() && v.beyondTwins())
        .extracting(v -> v.cell() + " " + v.metric(), v -> Math.round(v.change() * 10000) / 100.0)
        .containsExactly(
            tuple("ws-hub-broadcast-1024-h1-async/amd64 rps", 3.21),
            tuple("sse-fanout-1024-h1-async/arm64 cpb", -5.75),
            tuple("sse-fanout-1024-h1-sync/arm64 cpb", -5.76));
    assertThat(verdict.unreached())
        .filteredOn(s -> s.contains("not exposed, so that it has no vote"))
        .hasSize(3)
        .anyMatch(
            s -> s.startsWith("rps in ws-hub-broadcast-1024-h1-async/amd64 (off vs on) +3.2 %"));
  }

  @Test
  void sendsWithoutTheirBytesAreNoExposure() {
    assertThat(verdict.exposures())
        .filteredOn(
            e ->
                e.cell().toString().equals("sse-fanout-1024-auto/arm64")
                    && e.arm().value().equals("on2"))
        .satisfiesExactly(
            sends -> {
              assertThat(sends.holds()).isTrue();
              assertThat(sends.readings().getFirst())
                  .isEqualTo(new Verdict.ReadingFound("sends", 341, 341, 0, ""));
            },
            ring -> {
              assertThat(ring.holds()).isFalse();
              assertThat(ring.readings().getFirst().high()).isEqualTo(0.0203);
            });
    assertThat(vote("sse-fanout-1024-auto", "arm64", "rps").exposed()).isFalse();
  }

  @Test
  void oneControlCrossingIsAllowedAndTold() {
    Vote control = vote("get-json-h1-sync", "arm64", "rps");
    assertThat(control.change()).isCloseTo(0.0622, within(1e-9));
    assertThat(control.beyondFloor()).isTrue();
    assertThat(control.beyondTwins()).isFalse();
    assertThat(control.eligible()).isFalse();
    assertThat(verdict.drift()).isFalse();
    assertThat(verdict.unreached())
        .anyMatch(
            s ->
                s.startsWith("of the control scenarios rps in get-json-h1-sync/arm64 (off vs on)")
                    && s.endsWith("allows 1 before DRIFT is raised"));
    // One fewer allowed, and it is raised.
    Docket docket = SeedOracle.docket();
    Verdict strict =
        Judge.judge(
            new Docket(
                docket.run(),
                Changed.with(
                    docket.experiment(),
                    "decision",
                    Changed.with(docket.experiment().decision(), "drift", 0)),
                docket.plan(),
                docket.entries()));
    assertThat(strict.drift()).isTrue();
    assertThat(strict.flags())
        .anyMatch(f -> f.startsWith("drift: control scenarios must not move, and 1 comparison"));
    assertThat(strict.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
  }

  /** A1 394.9k, B 394.1k, A2 347.1k. */
  @Test
  void theOutlyingTwinOfTheControl() {
    TwinVote vote = new Floor(0.0616, 0.03, 0.0616, 21).vote(394.9, 347.1, 394.1);

    assertThat(vote.change()).isCloseTo(0.0622, within(0.0001));
    assertThat(vote.beyondFloor()).isTrue();
    assertThat(vote.beyondTwins()).isFalse();
    assertThat(Floor.spread(394.9, 347.1)).isCloseTo(0.129, within(0.0002));
  }

  @Test
  void chanceIsSaidBesideASharedSide() {
    assertThat(Unreached.expected(14, 3)).isCloseTo(1.0, within(0.05));
  }

  @Test
  void theVerdictSurvivesItsFile() {
    assertThat(VerdictJson.read(VerdictJson.write(verdict))).isEqualTo(verdict);
  }
}
