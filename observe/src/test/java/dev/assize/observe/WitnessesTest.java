package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.experiment.Observe;
import dev.assize.linux.Prepared;
import dev.assize.linux.Spawn;
import dev.assize.linux.Supervision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WitnessesTest {
  private static final String WRITES = "syscalls:sys_enter_write";

  private static Observe.Witness witness(String name, String filter) {
    return new Observe.Witness(name, WRITES, Optional.of(filter));
  }

  /** Threads that were there before, one that comes later, and a child: each writes to a file. */
  private static final String WRITERS =
      """
          import os, threading, sys
          out = os.open('/dev/null', os.O_WRONLY)
          start = threading.Barrier(5)
          def write(n, size):
            for _ in range(n): os.write(out, b'x' * size)
          def thread(n):
            start.wait(); write(n, 777); start.wait()
          for i in range(4): threading.Thread(target=thread, args=(100,)).start()
          print('ready', flush=True); sys.stdin.readline()
          start.wait(); start.wait()
          late = threading.Thread(target=write, args=(20, 777)); late.start(); late.join()
          child = os.fork()
          if child == 0: write(3, 777); os._exit(0)
          os.waitpid(child, 0)
          write(5, 778)
          print('done', flush=True); sys.stdin.readline()
          """;

  @Test
  void hitsOfAllThreadsAndLaterChildrenAreCountedExactly() throws Exception {
    try (Commands python = Commands.python(WRITERS)) {
      python.line();
      try (Witnesses witnesses =
          Witnesses.attach(
              List.of(witness("odd", "count == 777"), witness("even", "count == 778")),
              List.of(python.pid()))) {
        assertThat(witnesses.counts()).isEqualTo(Map.of("odd", 0L, "even", 0L));
        python.tell("go");
        python.line();
        assertThat(witnesses.counts()).isEqualTo(Map.of("odd", 423L, "even", 5L));
        python.kill();
        assertThat(witnesses.counts())
            .as("after its end")
            .isEqualTo(Map.of("odd", 423L, "even", 5L));
      }
    }
  }

  @Test
  void descendantsOfTheRootCount() throws Exception {
    try (Commands shell = Commands.start(Map.of(), "sh", "-c", "python3 -c \"$0\"; :", WRITERS)) {
      shell.line();
      try (Witnesses witnesses =
          Witnesses.attach(List.of(witness("odd", "count == 777")), List.of(shell.pid()))) {
        shell.tell("go");
        shell.line();
        assertThat(witnesses.counts()).isEqualTo(Map.of("odd", 423L));
      }
    }
  }

  @Test
  void processThatNobodyAsksAboutIsNotCounted() throws Exception {
    try (Commands other = Commands.python(WRITERS);
        Commands sleep = Commands.shell("exec sleep 60")) {
      other.line();
      try (Witnesses witnesses =
          Witnesses.attach(List.of(witness("odd", "count == 777")), List.of(sleep.pid()))) {
        other.tell("go");
        other.line();
        assertThat(witnesses.counts()).isEqualTo(Map.of("odd", 0L));
      }
    }
  }

  @Test
  void submissionsOfTheRingCanBeFiltered() throws Exception {
    try (Commands sleep = Commands.shell("exec sleep 60");
        Witnesses witnesses =
            Witnesses.attach(
                List.of(
                    new Observe.Witness(
                        "zc", "io_uring:io_uring_submit_req", Optional.of("opcode == 47"))),
                List.of(sleep.pid()))) {
      assertThat(witnesses.counts()).isEqualTo(Map.of("zc", 0L));
    }
  }

  @Test
  void whatCanNotBeCountedIsSaid() throws Exception {
    try (Commands sleep = Commands.shell("exec sleep 60")) {
      List<Integer> pids = List.of(sleep.pid());
      assertThatThrownBy(
              () -> Witnesses.attach(List.of(witness("w", "nothing == 1")), pids).close())
          .hasMessageContaining("witness w")
          .hasMessageContaining("filter 'nothing == 1'")
          .hasMessageContaining("syscalls/sys_enter_write/format");
      assertThatThrownBy(
              () ->
                  Witnesses.attach(
                          List.of(new Observe.Witness("w", "no_group:no_event", Optional.empty())),
                          pids)
                      .close())
          .hasMessageContaining("no_group:no_event")
          .hasMessageContaining("no such file");
      assertThatThrownBy(
              () ->
                  Witnesses.attach(
                          List.of(new Observe.Witness("w", "../../etc", Optional.empty())), pids)
                      .close())
          .hasMessageContaining("expected a tracepoint as group:event");
    }
  }

  /** A command that is over before anybody can look at it is counted all the same. */
  @Test
  void launchesOfAThreadCountFromTheirFirstInstructionAndTheThreadItselfDoesNot() throws Exception {
    var nap = new Observe.Witness("nap", "syscalls:sys_enter_clock_nanosleep", Optional.empty());
    var exec = new Observe.Witness("exec", "syscalls:sys_enter_execve", Optional.empty());
    try (Witnesses attached = Witnesses.ofLaunches(List.of(nap, exec))) {
      Thread.sleep(5);
      try (Prepared sleep = Spawn.of("/usr/bin/sleep", List.of("sleep", "0.001")).prepare()) {
        for (int i = 0; i < 3; i++) {
          sleep.launchAndWait(Supervision.none());
        }
      }
      assertThat(attached.counts()).containsEntry("nap", 3L).containsEntry("exec", 3L);
    }
  }

  @Test
  void aWrongFilterOfLaunchesIsNamed() {
    var witness = new Observe.Witness("w", "sched:sched_switch", Optional.of("nothing == 1"));

    assertThatThrownBy(() -> Witnesses.ofLaunches(List.of(witness)).close())
        .hasMessageContaining("witness w: ")
        .hasMessageContaining("nothing == 1");
  }
}
