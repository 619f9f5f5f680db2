package dev.assize.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Memory limits of a group and what it used. Page cache that the group brought in counts. */
public final class CgroupMemory {
  /**
   * Version 1 shows "unlimited" as the largest multiple of the page size; anything near is that.
   */
  private static final long UNLIMITED_FROM = Long.MAX_VALUE / 2;

  private static final String V1_LIMIT = "memory.limit_in_bytes";
  private static final String V1_WITH_SWAP = "memory.memsw.limit_in_bytes";

  private final CgroupTree.Home group;

  CgroupMemory(CgroupTree.Home group) {
    this.group = group;
  }

  /**
   * Limits memory, and the swap beyond it.
   *
   * @param memoryBytes rounded down to whole pages by the kernel
   * @param swapBytes 0: none may be swapped
   * @throws MissingControllerException when the kernel does not account for swap
   */
  public void setLimits(long memoryBytes, long swapBytes) throws IOException {
    if (group.version() == 2) {
      requireSwap("memory.swap.max");
      CgroupFile.write(file("memory.max"), Long.toString(memoryBytes));
      CgroupFile.write(file("memory.swap.max"), Long.toString(swapBytes));
      return;
    }
    requireSwap(V1_WITH_SWAP);
    String memory = Long.toString(memoryBytes);
    String both = Long.toString(Math.addExact(memoryBytes, swapBytes));
    // The sum may at no time be below the memory limit.
    if (CgroupFile.number(file(V1_WITH_SWAP)) < memoryBytes) {
      CgroupFile.write(file(V1_WITH_SWAP), both);
      CgroupFile.write(file(V1_LIMIT), memory);
    } else {
      CgroupFile.write(file(V1_LIMIT), memory);
      CgroupFile.write(file(V1_WITH_SWAP), both);
    }
  }

  private void requireSwap(String name) throws MissingControllerException {
    if (!Files.exists(file(name))) {
      throw new MissingControllerException(
          "memory", "no " + file(name) + ", so swap can't be limited; boot with swapaccount=1");
    }
  }

  /** Returns the memory limit in force, in bytes; empty: unlimited. */
  public OptionalLong memoryLimit() throws IOException {
    return limit(file(group.version() == 2 ? "memory.max" : V1_LIMIT));
  }

  /** Returns the swap limit in force, in bytes; empty: unlimited. */
  public OptionalLong swapLimit() throws IOException {
    if (group.version() == 2) {
      return limit(file("memory.swap.max"));
    }
    OptionalLong both = limit(file(V1_WITH_SWAP));
    OptionalLong memory = memoryLimit();
    return both.isPresent() && memory.isPresent()
        ? OptionalLong.of(both.getAsLong() - memory.getAsLong())
        : OptionalLong.empty();
  }

  /** Returns the most that the group used at one time, in bytes, without swap. */
  public long peakBytes() throws IOException {
    return CgroupFile.number(
        file(group.version() == 2 ? "memory.peak" : "memory.max_usage_in_bytes"));
  }

  /** Returns how many processes of the group were killed for lack of memory. */
  public long oomKills() throws IOException {
    return CgroupFile.keyed(
        file(group.version() == 2 ? "memory.events" : "memory.oom_control"), "oom_kill");
  }

  private static OptionalLong limit(Path file) throws IOException {
    String text = CgroupFile.read(file);
    if (text.equals("max")) {
      return OptionalLong.empty();
    }
    long value = Long.parseLong(text);
    return value >= UNLIMITED_FROM ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private Path file(String name) {
    return group.ownGroup().resolve(name);
  }
}
