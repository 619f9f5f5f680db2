package dev.assize.linux;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** CPU bandwidth of a group. */
public final class CgroupCpu {
  private final CgroupTree.Home group;

  CgroupCpu(CgroupTree.Home group) {
    this.group = group;
  }

  /**
   * CPU time that the group may use in each period, over all processors.
   *
   * @param quotaMicros 1,000 or more; twice the period is two processors' worth
   * @param periodMicros 1,000 to 1,000,000; the kernel's own is 100,000
   */
  public record Quota(long quotaMicros, long periodMicros) {}

  /** How often the group was held back. */
  public record Throttling(long periods, long throttledPeriods, long throttledNanos) {}

  /** Sets the quota; the kernel refuses one above that of an enclosing group. */
  public void setQuota(Quota quota) throws IOException {
    if (group.version() == 2) {
      CgroupFile.write(file("cpu.max"), quota.quotaMicros + " " + quota.periodMicros);
      return;
    }
    CgroupFile.write(file("cpu.cfs_period_us"), Long.toString(quota.periodMicros));
    CgroupFile.write(file("cpu.cfs_quota_us"), Long.toString(quota.quotaMicros));
  }

  /** Returns the quota in force; empty when there is none. */
  public Optional<Quota> quota() throws IOException {
    if (group.version() == 2) {
      String text = CgroupFile.read(file("cpu.max"));
      int space = text.indexOf(' ');
      return text.startsWith("max")
          ? Optional.empty()
          : Optional.of(
              new Quota(
                  Long.parseLong(text.substring(0, space)),
                  Long.parseLong(text.substring(space + 1))));
    }
    long quota = CgroupFile.number(file("cpu.cfs_quota_us"));
    return quota < 0
        ? Optional.empty()
        : Optional.of(new Quota(quota, CgroupFile.number(file("cpu.cfs_period_us"))));
  }

  /** Returns how often the quota held the group back so far. */
  public Throttling throttling() throws IOException {
    Path stat = file("cpu.stat");
    return new Throttling(
        CgroupFile.keyed(stat, "nr_periods"),
        CgroupFile.keyed(stat, "nr_throttled"),
        group.version() == 2
            ? CgroupFile.keyed(stat, "throttled_usec") * 1_000
            : CgroupFile.keyed(stat, "throttled_time"));
  }

  private Path file(String name) {
    return group.ownGroup().resolve(name);
  }
}
