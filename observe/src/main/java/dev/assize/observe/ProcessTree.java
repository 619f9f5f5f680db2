package dev.assize.observe;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A process and its descendants, and what they used together since it was first seen.
 *
 * <p>The sums never fall when a process ends. A process that is gone leaves its last known use in
 * the sum; its parent, having waited for it, shows that use again among its children's, where it is
 * taken off once. What a child used after it was last seen, and all of a child that was never seen,
 * comes in through the parent as well. Lost is only what nobody waited for: the end of an orphan,
 * or of a child whose parent ignores SIGCHLD.
 *
 * <p>Parents are read before their children, and again from the start when one turns out to be
 * gone: so no use is seen both in a child and in the parent that waited for it in the meantime.
 */
final class ProcessTree implements AutoCloseable {
  private static final File PROC = new File("/proc");
  private static final int PASSES = 8;
  private static final long STRANGERS_FOR_NANOS = 5_000_000_000L;

  private final int root;
  private final KernelFile loadAverage;

  /** In the order found: parents before children. */
  private final Map<Integer, Member> members = new LinkedHashMap<>();

  private final long[] totals = new long[Member.COUNTERS];

  /** Pids seen to be of others: need not be read again while they are in the list. */
  private Set<Integer> strangers = new HashSet<>();

  private long strangersSince;
  private long lastPid = -1;
  private boolean anyGone = true;

  /**
   * Begins with a process that is alive.
   *
   * @throws IOException when it is not
   */
  ProcessTree(int root) throws IOException {
    this.root = root;
    this.loadAverage = new KernelFile("/proc/loadavg");
    try {
      Member first = Member.open(root);
      members.put(root, first);
    } catch (IOException gone) {
      loadAverage.close();
      throw gone;
    }
  }

  /** Reads all of it. Returns false when the root is gone: nothing is of it any more. */
  boolean scan(long nowNanos) throws IOException {
    for (int pass = 0; pass < PASSES; pass++) {
      discover(nowNanos);
      if (readAll()) {
        break;
      }
    }
    for (Member member : members.values()) {
      hold(member);
    }
    return members.containsKey(root);
  }

  /** Reads every member, parents first. Returns false when some were gone, after burying them. */
  private boolean readAll() {
    List<Member> gone = new ArrayList<>();
    for (Member member : members.values()) {
      if (!member.read()) {
        gone.add(member);
      }
    }
    // Children before parents: what a parent that is gone too had waited for goes to its own.
    for (Member member : gone.reversed()) {
      members.remove(member.pid);
      Member parent = members.get(member.parent);
      if (parent != null) {
        for (int i = 0; i < Member.COUNTERS; i++) {
          parent.pending[i] += member.held(i) + member.pending[i];
        }
      }
      member.close();
      anyGone = true;
    }
    return gone.isEmpty();
  }

  /** Adds what a member used since the last scan, less what was known of its reaped children. */
  private void hold(Member member) {
    for (int i = 0; i < Member.COUNTERS; i++) {
      long growth = Math.max(0, member.reaped[i] - member.heldReaped[i]);
      long known = Math.min(growth, member.pending[i]);
      // Kept for as long as it lives: a vanished child may not have been waited for yet.
      member.pending[i] -= known;
      totals[i] += Math.max(0, member.own[i] - member.heldOwn[i]) + growth - known;
      member.heldOwn[i] = Math.max(member.heldOwn[i], member.own[i]);
      member.heldReaped[i] = Math.max(member.heldReaped[i], member.reaped[i]);
    }
  }

  /**
   * Finds new descendants. The kernel's last given pid tells whether there can be any; if so, the
   * pids are listed, and those not seen before are read.
   */
  private void discover(long nowNanos) throws IOException {
    loadAverage.read();
    loadAverage.skipWords(4);
    long newest = loadAverage.number();
    if (newest == lastPid && !anyGone) {
      return;
    }
    lastPid = newest;
    anyGone = false;
    if (nowNanos - strangersSince > STRANGERS_FOR_NANOS) {
      // In the meantime a pid may have been given again.
      strangers = new HashSet<>();
    }
    strangersSince = nowNanos;
    adopt(unknown());
  }

  private List<Member> unknown() throws IOException {
    String[] names = PROC.list();
    if (names == null) {
      throw new IOException("expected to list /proc; is it mounted?");
    }
    List<Member> unknown = new ArrayList<>();
    Set<Integer> present = new HashSet<>();
    for (String name : names) {
      if (!Character.isDigit(name.charAt(0))) {
        continue;
      }
      int pid = Integer.parseInt(name);
      if (members.containsKey(pid)) {
        continue;
      }
      if (strangers.contains(pid)) {
        present.add(pid);
        continue;
      }
      Member.tryOpen(pid).ifPresent(unknown::add);
    }
    strangers = present;
    return unknown;
  }

  private void adopt(List<Member> unknown) {
    boolean found = true;
    while (found && !unknown.isEmpty()) {
      found = false;
      for (var rest = unknown.iterator(); rest.hasNext(); ) {
        Member candidate = rest.next();
        Member parent = members.get(candidate.parent);
        // A parent is never younger: a pid given again would show so.
        if (parent != null && parent.start <= candidate.start) {
          members.put(candidate.pid, candidate);
          rest.remove();
          found = true;
        }
      }
    }
    for (Member stranger : unknown) {
      strangers.add(stranger.pid);
      stranger.close();
    }
  }

  /** What all of them used since before the first scan: ticks, faults or bytes. */
  long total(int counter) {
    return totals[counter];
  }

  /** Those alive or not yet waited for, parents first. */
  Collection<Member> members() {
    return members.values();
  }

  @Override
  public void close() {
    members.values().forEach(Member::close);
    members.clear();
    Quietly.close(loadAverage);
  }
}
