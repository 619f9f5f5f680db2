package dev.assize.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads CPU numbers: a list of numbers, or a text such as {@code 0-1,3}. */
final class CpuList {
  private static final int LARGEST_CPU = 4095;

  private CpuList() {}

  static List<Integer> read(Node node, String where, Values values) {
    Set<Integer> cpus = new TreeSet<>();
    List<String> parts = new ArrayList<>();
    if (node instanceof Node.Scalar scalar) {
      parts.addAll(List.of(scalar.text().split(",", -1)));
    } else {
      parts.addAll(values.texts(node, where, "\"0-1\""));
    }
    for (String part : parts) {
      String[] ends = part.strip().split("-", 2);
      boolean numbers = true;
      for (String end : ends) {
        numbers &= end.matches("[0-9]{1,4}");
      }
      int from = numbers ? Integer.parseInt(ends[0]) : 1;
      int to = numbers ? Integer.parseInt(ends[ends.length - 1]) : 0;
      if (from > to || to > LARGEST_CPU) {
        values.reject(
            node,
            where,
            "CPU numbers from 0 to " + LARGEST_CPU + " such as \"0-1,3\" or [0, 1, 3]",
            "repair '" + part + "'");
        return List.of();
      }
      for (int cpu = from; cpu <= to; cpu++) {
        cpus.add(cpu);
      }
    }
    return List.copyOf(cpus);
  }
}
