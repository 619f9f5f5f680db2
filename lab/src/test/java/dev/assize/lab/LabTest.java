package dev.assize.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Ending;
import dev.assize.evidence.Event;
import dev.assize.evidence.RunDirectory;
import dev.assize.evidence.TrialRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LabTest {
  @TempDir Path temp;

  @Test
  void carriesOutAPlanAndLeavesIntactEvidence() throws Exception {
    String yaml =
        """
        assize: 1
        name: test
        question: Does it work?
        arms:
          a: { env: { ARM: a } }
          b: { env: { ARM: b } }
        design: { blocks: 3, warmups: 1, descriptive: true }
        scenarios:
          s:
            command: [printf, hello]
            checks: [{ stdout: equal }]
        """;
    RunDirectory run = Runs.create(temp.resolve("run"), yaml);
    List<ProgressEvent> events = new ArrayList<>();
    LabResult result = Lab.carryOut(run, events::add, new Stop());

    assertThat(result).isEqualTo(new LabResult(true, ""));
    List<TrialRecord> records = Runs.records(run);
    assertThat(records).hasSize(8).allMatch(TrialRecord::valid);
    assertThat(records).filteredOn(TrialRecord::measured).hasSize(6);
    for (TrialRecord record : records) {
      assertThat(record.ending()).isEqualTo(new Ending.Exited(0));
      assertThat(record.wall().orElseThrow().value()).isPositive();
      assertThat(run.attemptDirectory(record.attempt()).resolve("stdout")).hasContent("hello");
      assertThat(record.checked()).extracting(f -> f.path()).containsExactly("stdout");
    }
    assertThat(Runs.findings(run)).isEmpty();
    assertThat(run.path().resolve("work")).doesNotExist();
    assertThat(Runs.events(run).getLast()).isEqualTo(new Event.Closed(8, 8));
    assertThat(events.getFirst()).isEqualTo(new ProgressEvent.PlanStarted(0, 8));
    assertThat(events.getLast())
        .isInstanceOfSatisfying(
            ProgressEvent.TrialFinished.class,
            e -> {
              assertThat(e.done()).isEqualTo(8);
              assertThat(e.eta().orElseThrow().value()).isZero();
            });
    // A closed run is left alone.
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    assertThat(Runs.records(run)).hasSize(8);
  }

  @Test
  void environmentIsAllowedVariantArmAndOwn() throws Exception {
    String yaml =
        """
        assize: 1
        name: test
        question: Does it work?
        arms:
          a: { env: { ARM: "${arm} in ${variant}", BOTH: arm } }
          b: { env: { ARM: b } }
        variants: { v: { env: { VARIANT: v, BOTH: variant } } }
        design: { blocks: 2, warmups: 0, descriptive: true, padding: 300 }
        isolation: { environment: [PATH] }
        scenarios:
          s: { command: [env], check: none, why: it is about the environment }
        """;
    RunDirectory run = Runs.create(temp.resolve("run"), yaml);
    Lab.carryOut(run, _ -> {}, new Stop());
    for (TrialRecord record : Runs.records(run)) {
      String arm = record.arm().value();
      int padding = run.plan().trials().get(record.attempt().trial() - 1).padding();
      List<String> lines =
          Files.readAllLines(run.attemptDirectory(record.attempt()).resolve("stdout"));
      assertThat(lines).hasSize(7);
      assertThat(lines)
          .contains(
              "ARM=" + (arm.equals("a") ? "a in v" : "b"),
              "BOTH=" + (arm.equals("a") ? "arm" : "variant"),
              "VARIANT=v",
              "ASSIZE_RUN=" + run.path(),
              "ASSIZE_PADDING=" + "x".repeat(padding),
              "PATH=" + System.getenv("PATH"));
      assertThat(lines).anyMatch(l -> l.startsWith("ASSIZE_CLOCK=" + run.path() + "/work/"));
      assertThat(lines.stream().filter(l -> l.startsWith("ASSIZE_CLOCK")).findAny().orElseThrow())
          .hasSize(("ASSIZE_CLOCK=" + run.path() + "/work/00000001-0001/clock").length());
    }
  }

  @Test
  void templateIsCopiedFreshAndArmFilesAreAdded() throws Exception {
    Path template = Files.createDirectories(temp.resolve("template/dir"));
    Files.writeString(
        template.resolve("script"),
        "#!/bin/sh\ncat dir/conf; readlink link; pwd; echo x >> dir/conf\n");
    assertThat(template.resolve("script").toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(temp.resolve("template/link"), Path.of("nowhere"));
    Files.writeString(temp.resolve("conf-a"), "conf of a\n");
    Files.writeString(temp.resolve("conf-b"), "conf of b\n");
    String yaml =
        """
        assize: 1
        name: test
        question: Does it work?
        arms:
          a: { files: { dir/conf: conf-a } }
          b: { files: { dir/conf: conf-b } }
        design: { blocks: 2, warmups: 0, descriptive: true }
        scenarios:
          s:
            workspace: { template: template }
            command: [./dir/script]
            check: none
            why: looked at below
        """;
    RunDirectory run = Runs.create(temp.resolve("run"), yaml);
    Lab.carryOut(run, _ -> {}, new Stop());
    List<TrialRecord> records = Runs.records(run);
    assertThat(records).hasSize(4).allMatch(TrialRecord::valid);
    for (TrialRecord record : records) {
      List<String> lines =
          Files.readAllLines(run.attemptDirectory(record.attempt()).resolve("stdout"));
      assertThat(lines).hasSize(3).startsWith("conf of " + record.arm(), "nowhere");
      assertThat(lines.get(2)).hasSize((run.path() + "/work/00000001-0001/workspace").length());
    }
    assertThat(temp.resolve("conf-a")).hasContent("conf of a\n");
  }

  @Test
  void setupRunsOnceForEachArmBeforeTheCellAndCleanupAfter() throws Exception {
    String yaml =
        Runs.spec(
            """
            shell: true
            setup: ['echo setup $ARM >> ${cache}/log']
            prepare: ['echo prepare $ARM >> ${cache}/log']
            command: 'echo command $ARM >> ${cache}/log'
            cleanup: ['echo cleanup $ARM >> ${cache}/log; echo out']
            check: none
            why: looked at below
            """);
    RunDirectory run = Runs.create(temp.resolve("run"), yaml);
    Lab.carryOut(run, _ -> {}, new Stop());
    String first = run.plan().trials().getFirst().arm().value();
    String second = run.plan().trials().getLast().arm().value();
    assertThat(run.path().resolve("cache/s/default/log"))
        .hasContent(
            String.join(
                "\n",
                "setup a",
                "setup b",
                "prepare " + first,
                "command " + first,
                "prepare " + second,
                "command " + second,
                "cleanup a",
                "cleanup b"));
    assertThat(Runs.events(run))
        .filteredOn(Event.CleanedUp.class::isInstance)
        .hasSize(2)
        .allMatch(
            e ->
                ((Event.CleanedUp) e).ok()
                    && ((Event.CleanedUp) e).detail().contains("its output: out"));
    assertThat(Runs.findings(run)).isEmpty();
  }

  @Test
  void failedSetupLeadsToCleanupAndTrialsNotStarted() throws Exception {
    String yaml =
        Runs.spec(
            """
            shell: true
            setup: ['echo trouble; test $ARM = a']
            command: 'true'
            cleanup: ['echo cleaned $ARM >> ${cache}/cleaned49']
            check: none
            why: it is about setups
            """,
            "gates: { retries: 2 }\n");
    RunDirectory run = Runs.create(temp.resolve("run"), yaml);
    assertThat(Lab.carryOut(run, _ -> {}, new Stop()).complete()).isTrue();
    List<TrialRecord> records = Runs.records(run);
    assertThat(records).hasSize(2);
    assertThat(records).filteredOn(r -> r.arm().value().equals("a")).allMatch(TrialRecord::valid);
    assertThat(records)
        .filteredOn(r -> r.arm().value().equals("b"))
        .allSatisfy(
            r ->
                assertThat(r.ending())
                    .isEqualTo(new Ending.NotStarted("the setup of s/default b failed")));
    assertThat(Runs.events(run))
        .filteredOn(e -> e instanceof Event.SetUp s && !s.ok())
        .singleElement()
        .satisfies(
            e -> assertThat(((Event.SetUp) e).detail()).contains("ended with status 1", "trouble"));
    assertThat(run.path().resolve("cache/s/default/cleaned49")).hasContent("cleaned b\ncleaned a");
  }

  @Test
  void missingProgramFailsTheAttemptAndIsRetriedAsOftenAsAllowed() throws Exception {
    List<TrialRecord> records =
        Runs.carryOut(
            temp.resolve("run"),
            Runs.spec(
                "command: [no-such-program]\ncheck: none\nwhy: it does not run\n",
                "gates: { retries: 2 }\n"));
    assertThat(records).hasSize(6);
    assertThat(records)
        .allSatisfy(
            r ->
                assertThat(r.ending())
                    .isInstanceOfSatisfying(
                        Ending.NotStarted.class,
                        n -> assertThat(n.why()).contains("no-such-program", "not found")));
  }

  @Test
  void failedPrepareIsNoMeasurement() throws Exception {
    List<TrialRecord> records =
        Runs.carryOut(
            temp.resolve("run"),
            Runs.spec(
                "shell: true\nprepare: ['echo why; exit 3']\ncommand: 'true'\ncheck: none\nwhy: x\n"));
    assertThat(records)
        .hasSize(2)
        .allSatisfy(
            r ->
                assertThat(((Ending.NotStarted) r.ending()).why())
                    .contains("prepare", "status 3", "its output: why"));
  }

  @Test
  void voidedCellRunsNoFurtherTrialAndAnotherCellGoesOn() throws Exception {
    String yaml =
        """
        assize: 1
        name: test
        question: Does it work?
        arms: { a: { env: { ARM: a } }, b: { env: { ARM: b } } }
        design: { blocks: 3, warmups: 0, descriptive: true }
        gates: { checks: cell, retries: 3 }
        scenarios:
          bad: { command: ["false"], check: none, why: it fails }
          good: { command: ["true"], check: none, why: it works }
        """;
    List<TrialRecord> records = Runs.carryOut(temp.resolve("run"), yaml);
    assertThat(records)
        .filteredOn(r -> r.cell().scenario().value().equals("good"))
        .hasSize(6)
        .allMatch(TrialRecord::valid);
    List<TrialRecord> bad =
        records.stream().filter(r -> r.cell().scenario().value().equals("bad")).toList();
    assertThat(bad).hasSize(6);
    assertThat(bad.getFirst().ending()).isEqualTo(new Ending.Exited(1));
    assertThat(Runs.gate(bad.getFirst(), "check:exit").detail())
        .isEqualTo("expected status 0, found that the command ended with status 1");
    assertThat(bad.subList(1, 6))
        .allSatisfy(
            r ->
                assertThat(((Ending.NotStarted) r.ending()).why())
                    .startsWith(
                        "cell voided by trial "
                            + bad.getFirst().attempt()
                            + ": gate check:exit failed"));
  }

  @Test
  void voidedCohortStopsTheRunForGood() throws Exception {
    RunDirectory run =
        Runs.create(
            temp.resolve("run"),
            Runs.spec(
                "command: [\"false\"]\ncheck: none\nwhy: it fails\n",
                "gates: { checks: cohort }\n"));
    LabResult result = Lab.carryOut(run, _ -> {}, new Stop());
    assertThat(result.complete()).isFalse();
    assertThat(result.why()).startsWith("cohort voided by trial 1-1: gate check:exit failed");
    assertThat(Runs.records(run)).hasSize(1);
    assertThat(Runs.events(run).getLast()).isEqualTo(new Event.Stopped(result.why()));
    assertThat(Lab.carryOut(run, _ -> {}, new Stop())).isEqualTo(result);
    assertThat(Runs.records(run)).hasSize(1);
  }

  @Test
  void retriesEndWithTheFirstValidAttempt() throws Exception {
    List<TrialRecord> records =
        Runs.carryOut(
            temp.resolve("run"),
            Runs.spec(
                """
                shell: true
                setup: ['touch ${cache}/a ${cache}/b']
                command: 'echo x >> ${cache}/$ARM; test $(wc -l < ${cache}/$ARM) = 3'
                check: none
                why: it is about retries
                """,
                "gates: { checks: trial, retries: 5 }\n"));
    assertThat(records).hasSize(6);
    assertThat(records)
        .filteredOn(TrialRecord::valid)
        .hasSize(2)
        .allMatch(r -> r.attempt().number() == 3);
  }
}
