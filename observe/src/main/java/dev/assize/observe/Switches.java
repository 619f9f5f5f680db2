package dev.assize.observe;

import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Context switches of a tree. The kernel shows them by thread only, so each thread's file is read:
 * at most once a second, and of at most {@value #MOST_THREADS} threads. A thread that ends leaves
 * what was last seen of it in the sum; what came after is lost.
 */
final class Switches {
  static final int MOST_THREADS = 256;
  private static final long EVERY_NANOS = 950_000_000L;

  private final Map<Long, Counts> seen = new HashMap<>();
  private long voluntary;
  private long involuntary;
  private long lastNanos;
  private boolean everRead;

  private record Counts(long voluntary, long involuntary) {}

  long voluntary() {
    return voluntary;
  }

  long involuntary() {
    return involuntary;
  }

  boolean due(long nowNanos) {
    return !everRead || nowNanos - lastNanos >= EVERY_NANOS;
  }

  void read(Iterable<Member> members, long nowNanos) {
    lastNanos = nowNanos;
    everRead = true;
    Set<Long> present = new HashSet<>();
    for (Member member : members) {
      String[] threads = new File("/proc/" + member.pid + "/task").list();
      if (threads == null) {
        continue;
      }
      for (String thread : threads) {
        long key = Long.parseLong(thread);
        present.add(key);
        Counts now = read(member.pid, thread);
        if (now != null) {
          Counts before = seen.getOrDefault(key, new Counts(0, 0));
          if (now.voluntary < before.voluntary) {
            // Another thread under the old number.
            before = new Counts(0, 0);
          }
          voluntary += now.voluntary - before.voluntary;
          involuntary += Math.max(0, now.involuntary - before.involuntary);
          seen.put(key, now);
        }
      }
    }
    seen.keySet().retainAll(present);
  }

  private static @org.jspecify.annotations.Nullable Counts read(int pid, String thread) {
    try (KernelFile status = new KernelFile("/proc/" + pid + "/task/" + thread + "/status")) {
      status.read();
      long voluntary = status.find("voluntary_ctxt_switches:") ? status.number() : 0;
      long involuntary = status.find("nonvoluntary_ctxt_switches:") ? status.number() : 0;
      return new Counts(voluntary, involuntary);
    } catch (IOException gone) {
      return null;
    }
  }
}
