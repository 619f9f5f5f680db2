package dev.assize.observe;

import dev.assize.evidence.Observation;
import dev.assize.evidence.Reading;
import dev.assize.linux.Clock;
import dev.assize.linux.SystemInfo;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The process tree of the server or the command, and the cgroup it has to itself. */
final class TreeSampler implements Sampler {
  private static final List<String> COUNTERS =
      List.of(
          "cpu",
          "user",
          "system",
          "minor_faults",
          "major_faults",
          "voluntary_switches",
          "involuntary_switches",
          "read_bytes",
          "written_bytes");
  private static final List<String> GAUGES = List.of("rss", "threads", "processes", "descriptors");

  private final String source;
  private final int pid;
  private final long tickNanos = 1_000_000_000L / SystemInfo.ticksPerSecond();
  private final long pageBytes = SystemInfo.pageBytes();
  private final ProcessTree tree;
  private final GroupSampler group;
  private final Switches switches = new Switches();
  private boolean gone;

  /**
   * Begins with a process that is alive: it is known by its start time from here on.
   *
   * @throws IOException when it is not alive
   */
  TreeSampler(String source, int pid) throws IOException {
    this.source = source;
    this.pid = pid;
    this.tree = new ProcessTree(pid);
    this.group = new GroupSampler(pid);
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public Optional<Observation.Sample> sample(boolean thorough) throws IOException {
    Map<String, Reading> readings = new LinkedHashMap<>();
    long at = Clock.monotonicNanos();
    gone = gone || !tree.scan(at);
    if (gone) {
      absent(readings);
    } else {
      counters(readings);
      gauges(readings);
      switches(readings, at, thorough);
    }
    group.sample(readings);
    return Optional.of(
        new Observation.Sample(source, at, OptionalLong.empty(), OptionalInt.of(pid), readings));
  }

  private void absent(Map<String, Reading> readings) {
    Reading absent = new Reading.Absent("the process that was pid " + pid + " has ended");
    COUNTERS.forEach(name -> readings.put(name, absent));
    GAUGES.forEach(name -> readings.put(name, absent));
  }

  private void counters(Map<String, Reading> readings) {
    long user = tree.total(Member.USER) * tickNanos;
    long system = tree.total(Member.SYSTEM) * tickNanos;
    readings.put("cpu", Readings.seconds(user + system));
    readings.put("user", Readings.seconds(user));
    readings.put("system", Readings.seconds(system));
    readings.put("minor_faults", Readings.whole(tree.total(Member.MINOR)));
    readings.put("major_faults", Readings.whole(tree.total(Member.MAJOR)));
    boolean io = tree.members().stream().allMatch(Member::hasIo);
    Reading refused = new Reading.Unpublished("no permission to read /proc/PID/io; run as root");
    readings.put("read_bytes", io ? Readings.whole(tree.total(Member.READ)) : refused);
    readings.put("written_bytes", io ? Readings.whole(tree.total(Member.WRITTEN)) : refused);
  }

  private void gauges(Map<String, Reading> readings) {
    long pages = 0;
    long threads = 0;
    long processes = 0;
    long descriptors = 0;
    boolean told = true;
    for (Member member : tree.members()) {
      if (!member.zombie()) {
        pages += member.rssPages;
        threads += member.threads;
        processes++;
        int open = member.openDescriptors();
        told &= open >= 0 || member.pid != pid;
        descriptors += Math.max(0, open);
      }
    }
    Reading ended = new Reading.Absent("the processes have ended and wait to be reaped");
    readings.put("rss", processes == 0 ? ended : Readings.whole(pages * pageBytes));
    readings.put("threads", processes == 0 ? ended : Readings.whole(threads));
    readings.put("processes", Readings.whole(processes));
    readings.put(
        "descriptors",
        processes == 0
            ? ended
            : told
                ? Readings.whole(descriptors)
                : new Reading.Unpublished("no permission to read /proc/PID/fd; run as root"));
  }

  private void switches(Map<String, Reading> readings, long at, boolean thorough) {
    if (!thorough && !switches.due(at)) {
      return;
    }
    long threads = 0;
    for (Member member : tree.members()) {
      threads += member.threads;
    }
    if (threads > Switches.MOST_THREADS) {
      Reading many =
          new Reading.Unpublished(
              threads
                  + " threads: context switches are read of at most "
                  + Switches.MOST_THREADS
                  + ", since the kernel shows them by thread only");
      readings.put("voluntary_switches", many);
      readings.put("involuntary_switches", many);
      return;
    }
    switches.read(tree.members(), at);
    readings.put("voluntary_switches", Readings.whole(switches.voluntary()));
    readings.put("involuntary_switches", Readings.whole(switches.involuntary()));
  }

  @Override
  public void close() {
    tree.close();
    group.close();
  }
}
