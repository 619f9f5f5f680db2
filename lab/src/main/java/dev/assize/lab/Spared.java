package dev.assize.lab;

import dev.assize.linux.ProcessStat;
import java.util.Map;
import java.util.Set;

/** Tells which processes are to live on when what a command left is ended. */
@FunctionalInterface
interface Spared {
  /**
   * Whether the process is to live on.
   *
   * @param all every process of the same look, by pid
   */
  boolean spares(ProcessStat process, Map<Integer, ProcessStat> all);

  /** These and no others. */
  static Spared only(Set<Leftovers.Id> ids) {
    return (process, _) -> ids.contains(Leftovers.Id.of(process));
  }

  default Spared or(Spared other) {
    return (process, all) -> spares(process, all) || other.spares(process, all);
  }
}
