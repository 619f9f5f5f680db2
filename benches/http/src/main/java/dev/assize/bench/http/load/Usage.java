package dev.assize.bench.http.load;

/**
 * Processor time of the generator.
 *
 * @param processNanos of all its threads
 * @param threadNanos of the one thread that does the work; the others compile and collect
 */
record Usage(long processNanos, long threadNanos) {
  static final Usage NONE = new Usage(0, 0);

  /** So far; called by the thread that does the work. */
  static Usage now(Kernel kernel) {
    return new Usage(kernel.processCpuNanos(), kernel.threadCpuNanos());
  }

  Usage since(Usage before) {
    return new Usage(processNanos - before.processNanos, threadNanos - before.threadNanos);
  }
}
