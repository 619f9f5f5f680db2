package dev.assize.linux;

import java.io.IOException;

/** A cgroup controller that this machine does not offer to this process. */
public final class MissingControllerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String controller;

  MissingControllerException(String controller, String detail) {
    super("cgroup controller '" + controller + "' is not available: " + detail);
    this.controller = controller;
  }

  /** Returns the name, for instance {@code memory}. */
  public String controller() {
    return controller;
  }
}
