package dev.assize.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is observed while a trial runs.
 *
 * @param every between samples: 10 ms to 1 h
 * @param host per-CPU times, disks, network, pressure
 * @param processes the process trees of command and server, and their cgroups
 * @param counters application counters
 * @param witnesses counts of kernel tracepoints
 * @param clockBound largest disagreement between a source's clock and the lab's
 */
public record Observe(
    Nanos every,
    boolean host,
    boolean processes,
    List<Counters> counters,
    List<Witness> witnesses,
    Nanos clockBound) {
  public Observe {
    counters = List.copyOf(counters);
    witnesses = List.copyOf(witnesses);
  }

  /** How a document of counters is written. */
  public enum Format {
    JSON,
    PROMETHEUS
  }

  /** A source of application counters. In expressions a counter is {@code NAME.COUNTER}. */
  public sealed interface Counters {
    /** The source's name in expressions. */
    String name();

    /**
     * A document fetched by HTTP or read from a file.
     *
     * @param location {@code http://…} or a path; run-time placeholders are filled in
     * @param pid where the document holds its process: a JSON pointer or a metric's name
     * @param time where it holds its time of making, when it does: Unix time in s, ms, µs or ns,
     *     told apart by size
     * @param names counters wanted, by the name used in expressions: a JSON pointer or a metric
     *     with its labels as printed; all numbers of the document under their own names when empty
     */
    record Document(
        String name,
        Format format,
        String location,
        String pid,
        Optional<String> time,
        Map<String, String> names)
        implements Counters {
      public Document {
        names = Copies.ordered(names);
      }
    }

    /** Instances of one component that speak the counter protocol; their counters are summed. */
    record Protocol(String name, String component) implements Counters {}
  }

  /**
   * A count of tracepoint hits by the treated process and its descendants. In expressions it is
   * {@code NAME}.
   *
   * @param tracepoint {@code group:event}
   * @param filter in the kernel's filter language
   */
  public record Witness(String name, String tracepoint, Optional<String> filter) {}
}
