package dev.assize.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Immutable copies. */
final class Copies {
  private Copies() {}

  /**
   * Keeps the order of the source, unlike {@link Map#copyOf}, whose order changes from run to run.
   */
  static <K, V> Map<K, V> ordered(Map<K, V> source) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(source));
  }
}
