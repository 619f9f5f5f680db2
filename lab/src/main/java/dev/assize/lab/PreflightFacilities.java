package dev.assize.lab;

import dev.assize.experiment.Experiment;
import dev.assize.experiment.Isolation;
import dev.assize.experiment.Network;
import dev.assize.experiment.Observe;
import dev.assize.experiment.Scenario;
import dev.assize.experiment.Server;
import dev.assize.observe.Witnesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tries what the kernel must allow: isolation, network namespaces, observation. */
final class PreflightFacilities {
  private static final int SELF = (int) ProcessHandle.current().pid();

  private final Experiment experiment;
  private final Set<String> problems;

  PreflightFacilities(Experiment experiment, Set<String> problems) {
    this.experiment = experiment;
    this.problems = problems;
  }

  void look() throws IOException {
    Path scratch = Files.createTempDirectory("assize-preflight");
    try {
      for (Isolation isolation : isolations()) {
        enter(isolation, scratch);
      }
      if (experiment.scenarios().stream().anyMatch(s -> s.network() == Network.VETH)) {
        pair(scratch);
      }
    } finally {
      Trees.remove(scratch);
    }
    for (Scenario scenario : experiment.scenarios()) {
      if (scenario.network() == Network.VETH && scenario.server().isEmpty()) {
        problems.add(
            "scenario "
                + scenario.name()
                + ": expected a server at the other end of 'network: veth', found none; add"
                + " 'server', or use 'network: loopback'");
      }
    }
    experiment.observe().ifPresent(this::observation);
  }

  /** Every isolation that a command or a server is to have. */
  private Set<Isolation> isolations() {
    Set<Isolation> all = new LinkedHashSet<>();
    for (Scenario scenario : experiment.scenarios()) {
      all.add(experiment.isolation().on(scenario.cpus()));
      scenario.server().ifPresent(s -> all.add(experiment.isolation().on(s.cpus())));
    }
    return all;
  }

  /** Enters the isolation once, on a thread that ends. */
  private void enter(Isolation isolation, Path scratch) throws IOException {
    try {
      Confinement confinement =
          Confinement.prepare(
              isolation,
              "assize-preflight-" + SELF,
              Environments.RUN + "=preflight",
              Optional.empty(),
              CrashRegister.in(scratch));
      try {
        Thread thread =
            Thread.ofPlatform()
                .name("assize-preflight")
                .start(
                    () -> {
                      try {
                        confinement.enter();
                      } catch (CannotStart e) {
                        problems.add(String.valueOf(e.getMessage()));
                      }
                    });
        Launcher.join(thread);
      } finally {
        confinement.close();
      }
    } catch (CannotStart e) {
      problems.add(String.valueOf(e.getMessage()));
    }
  }

  private void pair(Path scratch) throws IOException {
    try {
      VethPair.make("preflight-" + SELF, scratch, CrashRegister.in(scratch)).remove();
    } catch (CannotStart e) {
      problems.add(String.valueOf(e.getMessage()));
    }
  }

  private void observation(Observe observe) {
    if (!observe.witnesses().isEmpty()) {
      try {
        Witnesses.attach(observe.witnesses(), List.of(SELF)).close();
      } catch (IOException e) {
        problems.add("observe.witnesses: " + e.getMessage());
      }
    }
    boolean protocol =
        observe.counters().stream().anyMatch(Observe.Counters.Protocol.class::isInstance);
    for (Scenario scenario : experiment.scenarios()) {
      if (protocol
          && scenario.treated() != Scenario.Treated.COMMAND
          && scenario.server().map(s -> s.per() == Server.Per.CELL).orElse(false)) {
        problems.add(
            "scenario "
                + scenario.name()
                + ": expected a server with 'per: trial' where counters come by the counter"
                + " protocol (an instance registers and gives its final record once a trial),"
                + " found 'per: cell'; use 'per: trial', or a json or prometheus source");
      }
    }
  }
}
