package dev.assize.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to stop, set from another thread, for instance at Ctrl-C. The command that runs is
 * ended and its attempt is recorded as interrupted; the run can be resumed.
 */
public final class Stop {
  private final List<Runnable> listeners = new ArrayList<>();
  private @Nullable String reason;

  /** Asks the lab to stop. The first reason counts; later requests change nothing. */
  public void request(String why) {
    List<Runnable> told;
    synchronized (this) {
      if (reason != null) {
        return;
      }
      reason = why;
      told = List.copyOf(listeners);
    }
    told.forEach(Runnable::run);
  }

  /** Returns why the lab is to stop, or empty when it is not. */
  public synchronized Optional<String> requested() {
    return Optional.ofNullable(reason);
  }

  /** Runs the listener at the request, or now when it was made before. */
  void onRequest(Runnable listener) {
    boolean now;
    synchronized (this) {
      now = reason != null;
      listeners.add(listener);
    }
    if (now) {
      listener.run();
    }
  }

  synchronized void forget(Runnable listener) {
    listeners.remove(listener);
  }
}
