package dev.assize.lab;

import dev.assize.evidence.Observation;
import dev.assize.evidence.ProofFile;
import dev.assize.evidence.ProofRecord;
import dev.assize.experiment.Proof;
import dev.assize.experiment.Scenario.Treated;
import dev.assize.linux.ProcessTable;
import dev.assize.observe.Proofs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The proofs of an arm in one attempt. What only a living process shows is taken while it lives;
 * its log and its settings when the command has ended. Where the arms treat both processes, all
 * proofs are of the server, and those of environment and command line of the command too.
 */
final class ArmProofs {
  /** A command may begin as a shell that then becomes the program. */
  private static final long SETTLING_NANOS = 1_000_000_000;

  private static final long POLL_NANOS = 20_000_000;

  private final List<Proof> proofs;
  private final Treated treated;
  private final Map<String, String> placeholders;
  private final Path file;
  private final List<ProofRecord> records = new ArrayList<>();
  private volatile List<ProofRecord> ofCommand = List.of();
  private volatile int commandPid;

  ArmProofs(List<Proof> proofs, Treated treated, Map<String, String> placeholders, Path scratch) {
    this.proofs = List.copyOf(proofs);
    this.treated = treated;
    this.placeholders = Map.copyOf(placeholders);
    this.file = scratch.resolve(ProofFile.NAME);
  }

  private static boolean needsLife(Proof proof) {
    return switch (proof) {
      case Proof.Environment _, Proof.CommandLine _, Proof.Executable _ -> true;
      case Proof.Log _, Proof.Setting _ -> false;
    };
  }

  /** The proofs that the command must give while it runs. */
  private List<Proof> atCommand() {
    return switch (treated) {
      case SERVER -> List.of();
      case COMMAND -> proofs.stream().filter(ArmProofs::needsLife).toList();
      case BOTH ->
          proofs.stream()
              .filter(p -> p instanceof Proof.Environment || p instanceof Proof.CommandLine)
              .toList();
    };
  }

  boolean needsCommand() {
    return !atCommand().isEmpty();
  }

  /** Takes what the server shows, when it is ready. */
  void ofServer(int pid, ServerLogs logs) {
    if (treated != Treated.COMMAND) {
      List<Proof> now = proofs.stream().filter(ArmProofs::needsLife).toList();
      records.addAll(Proofs.take(now, pid, logs.stdout(), logs.stderr(), List.of(), placeholders));
    }
  }

  /** Takes what the command shows; looks again for a second while it is not what it should be. */
  void ofCommand(int pid, Workspaces.Place place, BooleanSupplier ended) {
    commandPid = pid;
    List<Proof> now = atCommand();
    long begin = System.nanoTime();
    while (!now.isEmpty()) {
      List<ProofRecord> taken =
          Proofs.take(now, pid, place.stdout(), place.stderr(), List.of(), placeholders);
      // What was taken of a process that ended meanwhile says less than an earlier look did.
      boolean lives = !ended.getAsBoolean() && lives(pid);
      if (ofCommand.isEmpty() || lives) {
        ofCommand = taken;
      }
      if (taken.stream().allMatch(ProofRecord::held)
          || !lives
          || System.nanoTime() - begin > SETTLING_NANOS) {
        return;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static boolean lives(int pid) {
    return ProcessTable.find(pid).map(process -> !process.isZombie()).orElse(false);
  }

  /** Takes the rest, when the command has ended and the server still lives. */
  void atEnd(TrialServer server, Workspaces.Place place, List<Observation.Registered> registered) {
    List<Proof> late = proofs.stream().filter(p -> !needsLife(p)).toList();
    ServerLogs logs =
        treated == Treated.COMMAND
            ? new ServerLogs(place.stdout(), place.stderr())
            : server.logs().orElse(new ServerLogs(place.stdout(), place.stderr()));
    int pid =
        treated == Treated.COMMAND
            ? commandPid
            : server.running().map(RunningServer::pid).orElse(0);
    records.addAll(ofCommand);
    records.addAll(Proofs.take(late, pid, logs.stdout(), logs.stderr(), registered, placeholders));
  }

  /** One gate for each proof; the attempt is void where one does not hold. */
  void tell(GateKeeper gates) {
    for (ProofRecord record : records) {
      gates.required(
          "proof:" + record.proof(),
          record.held()
              ? ""
              : "expected "
                  + record.expected()
                  + ", found "
                  + (record.found().isEmpty() ? "nothing that could be read" : record.found())
                  + (record.pid() == 0 ? "" : " in process " + record.pid()));
    }
    if (!proofs.isEmpty() && records.isEmpty()) {
      gates.required("proof", "expected " + proofs.size() + " proofs of the arm, took none");
    }
  }

  void keep(OutputStore store) throws IOException {
    if (!records.isEmpty()) {
      ProofFile.write(file, records);
      store.keepWhole(file, ProofFile.NAME);
    }
  }
}
