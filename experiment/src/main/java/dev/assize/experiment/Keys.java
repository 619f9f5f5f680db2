package dev.assize.experiment;

import java.util.List;

/** Every key of the format, by the mapping it stands in. The JSON Schema states the same ones. */
final class Keys {
  static final List<String> SPEC =
      List.of(
          "assize",
          "name",
          "question",
          "arms",
          "variants",
          "scenarios",
          "gates",
          "metrics",
          "families",
          "exposure",
          "observe",
          "design",
          "isolation",
          "decision",
          "values",
          "profiles",
          "allow-loader-environment");
  static final List<String> ARM =
      List.of("role", "twin", "extends", "env", "args", "files", "command", "shell", "proofs");
  static final List<String> VARIANT = List.of("env", "args");
  static final List<String> SCENARIO =
      List.of(
          "parameters",
          "workspace",
          "setup",
          "prepare",
          "command",
          "shell",
          "cleanup",
          "stdin",
          "timeout",
          "rounds",
          "operations",
          "ready",
          "output",
          "inputs",
          "checks",
          "check",
          "why",
          "server",
          "treated",
          "network",
          "cpus",
          "warm-up",
          "control");
  static final List<String> SERVER =
      List.of("command", "environment", "ports", "ready", "ready-timeout", "grace", "cpus", "per");
  static final List<String> PROOF =
      List.of("environment", "command-line", "executable", "log", "captures", "setting");
  static final List<String> SETTING = List.of("component", "name", "requested", "enabled");
  static final List<String> OBSERVE =
      List.of("every", "host", "processes", "clock-bound", "counters", "witnesses");
  static final List<String> COUNTERS =
      List.of("json", "prometheus", "protocol", "pid", "time", "names");
  static final List<String> WITNESS = List.of("tracepoint", "filter");
  static final List<String> WORKSPACE = List.of("template", "directory");
  static final List<String> READY = List.of("stdout", "file", "port");
  static final List<String> CHECK =
      List.of("exit", "stdout", "stderr", "file", "equal", "command", "shell");
  static final List<String> STREAM_CHECK = List.of("sha256");
  static final List<String> FILE_CHECK = List.of("path", "sha256");
  static final List<String> GATES =
      List.of(
          "checks",
          "retries",
          "inventory",
          "outside-writes",
          "leftovers",
          "interference",
          "clock-step",
          "steal");
  static final List<String> LIMITED_GATE = List.of("limit", "voids");
  static final List<String> WATCHING_GATE = List.of("watch", "voids");
  static final List<String> METRIC =
      List.of(
          "reading",
          "operations",
          "rounds",
          "stdout",
          "derived",
          "unit",
          "better",
          "scale",
          "minimum-effect",
          "primary");
  static final List<String> FAMILY = List.of("metrics", "contrasts", "cells");
  static final List<String> EXPOSURE = List.of("arm", "metric", "is", "expression");
  static final List<String> DESIGN =
      List.of("blocks", "warmups", "order", "seed", "descriptive", "padding");
  static final List<String> ISOLATION =
      List.of("cpus", "nice", "cpu-quota", "memory", "swap", "namespaces", "environment");
  static final List<String> DECISION =
      List.of("rule", "level", "minimum-floor", "compose", "across", "drift");

  /** What a profile may change: the question stays the same. */
  static final List<String> PROFILE = profile();

  private static List<String> profile() {
    List<String> keys = new java.util.ArrayList<>(SPEC);
    keys.removeAll(List.of("assize", "name", "question", "profiles"));
    keys.add("cells");
    return List.copyOf(keys);
  }

  private Keys() {}
}
