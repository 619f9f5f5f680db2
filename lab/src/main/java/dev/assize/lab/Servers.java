package dev.assize.lab;

import dev.assize.experiment.Server;
import dev.assize.linux.ProcessStat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The servers that live now: that of the trial that goes on, and those that serve all trials of
 * their cell and arm. Whatever is of one of them is no leftover of a command.
 */
final class Servers implements Spared {
  private record Standing(HostedServer server, Path scratch) {}

  private final List<HostedServer> live = new ArrayList<>();
  private final Map<Site, Standing> standing = new LinkedHashMap<>();
  private int made;

  @Override
  public boolean spares(ProcessStat process, Map<Integer, ProcessStat> all) {
    return live.stream().anyMatch(server -> server.spares(process, all));
  }

  /** One for a single trial, to be given to {@link #stop(HostedServer)} in the end. */
  HostedServer reserve(Bench bench, Site site, Server server, Path scratch)
      throws IOException, CannotStart {
    HostedServer hosted = HostedServer.reserve(bench, site, server, tag(bench, scratch), scratch);
    live.add(hosted);
    return hosted;
  }

  /** The one of the cell and arm; another where that has ended or never got ready. */
  HostedServer standing(Bench bench, Site site, Server server) throws IOException, CannotStart {
    Standing there = standing.get(site);
    if (there != null && there.server().serves()) {
      return there.server();
    }
    if (there != null) {
      stop(there);
      standing.remove(site);
    }
    made++;
    Path scratch = bench.workspaces().makeServer(made);
    HostedServer hosted = reserve(bench, site, server, scratch);
    standing.put(site, new Standing(hosted, scratch));
    return hosted;
  }

  private static String tag(Bench bench, Path scratch) {
    return bench.run().runId() + "-" + scratch.getFileName() + "-" + ProcessHandle.current().pid();
  }

  /** Stops the server of one trial. */
  Optional<RunningServer.Stopped> stop(HostedServer server) throws IOException {
    try {
      return server.stop();
    } finally {
      live.remove(server);
    }
  }

  private Optional<RunningServer.Stopped> stop(Standing there) throws IOException {
    try {
      return stop(there.server());
    } finally {
      Trees.remove(there.scratch());
    }
  }

  /** Stops those of several trials; returns what the report should mention. */
  List<String> stop(Predicate<Site> which) throws IOException {
    List<String> findings = new ArrayList<>();
    for (Map.Entry<Site, Standing> one : List.copyOf(standing.entrySet())) {
      if (which.test(one.getKey())) {
        standing.remove(one.getKey());
        stop(one.getValue())
            .map(RunningServer.Stopped::findings)
            .filter(words -> !words.isEmpty())
            .ifPresent(words -> findings.add("the server of " + one.getKey() + ": " + words));
      }
    }
    return findings;
  }
}
