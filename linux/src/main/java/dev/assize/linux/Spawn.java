package dev.assize.linux;

import java.util.List;
import java.util.Optional;

/**
 * A process to launch, as {@code posix_spawn(3)} takes it. The child starts with default signal
 * dispositions, an empty signal mask and no descriptor beyond 0, 1 and 2, whatever this JVM has. It
 * inherits what belongs to the launching thread: affinity, nice, cgroups, namespaces.
 *
 * @param executable path of the file to execute, not searched for in PATH; see {@link Executables}
 * @param argv arguments as in {@link KernelText}, the name of the command first
 * @param environment entries {@code NAME=value} as in {@link KernelText}; nothing is added
 * @param directory working directory; empty: that of this process
 * @param stdin descriptor 0
 * @param stdout descriptor 1
 * @param stderr descriptor 2
 * @param group the process group of the child
 */
public record Spawn(
    String executable,
    List<String> argv,
    List<String> environment,
    Optional<String> directory,
    Stdio stdin,
    Stdio stdout,
    Stdio stderr,
    Group group) {

  /** The process group and session of a child. */
  public enum Group {
    /** That of this process; a signal to the group would reach this process too. */
    INHERITED,
    /** A new group in the session of this process; its id is the child's pid. */
    NEW_GROUP,
    /**
     * A new session and group, without a controlling terminal; the id of both is the child's pid.
     */
    NEW_SESSION
  }

  public Spawn {
    argv = List.copyOf(argv);
    environment = List.copyOf(environment);
    if (argv.isEmpty()) {
      throw new IllegalArgumentException(
          "expected argv to hold at least the name of the command, found it empty");
    }
  }

  /** A process with an empty environment, all three descriptors at /dev/null, and a new group. */
  public static Spawn of(String executable, List<String> argv) {
    return new Spawn(
        executable,
        argv,
        List.of(),
        Optional.empty(),
        Stdio.nullDevice(),
        Stdio.nullDevice(),
        Stdio.nullDevice(),
        Group.NEW_GROUP);
  }

  /** The same with another environment. */
  public Spawn withEnvironment(List<String> entries) {
    return new Spawn(executable, argv, entries, directory, stdin, stdout, stderr, group);
  }

  /** The same with another working directory. */
  public Spawn withDirectory(String path) {
    return new Spawn(
        executable, argv, environment, Optional.of(path), stdin, stdout, stderr, group);
  }

  /** The same with other descriptors. */
  public Spawn withStdio(Stdio in, Stdio out, Stdio err) {
    return new Spawn(executable, argv, environment, directory, in, out, err, group);
  }

  /** The same with another process group. */
  public Spawn withGroup(Group other) {
    return new Spawn(executable, argv, environment, directory, stdin, stdout, stderr, other);
  }

  /**
   * Lays out argv, environment, attributes and file actions in native memory, so that nothing is
   * left to do at launch but the system call.
   */
  public Prepared prepare() {
    return new Prepared(this);
  }
}
