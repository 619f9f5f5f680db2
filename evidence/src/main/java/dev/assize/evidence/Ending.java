package dev.assize.evidence;

/** How the command of an attempt ended. */
public sealed interface Ending {
  /** It exited with a status, 0 to 255. */
  record Exited(int status) implements Ending {}

  /** A signal ended it. */
  record Signalled(int signal) implements Ending {}

  /** The lab ended it at the timeout. */
  record TimedOut() implements Ending {}

  /** It never ran: no such program, no permission, a failed prepare, a missing facility. */
  record NotStarted(String why) implements Ending {}

  /** The lab was stopped or died while it ran. */
  record Interrupted(String why) implements Ending {}
}
