package dev.assize.lab;

/** Is told what the lab does, between measured windows, on the thread that called the lab. */
@FunctionalInterface
public interface Progress {
  /** Takes note of an event. What it throws ends the run. */
  void on(ProgressEvent event);
}
