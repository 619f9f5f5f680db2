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
          "design",
          "isolation",
          "decision",
          "allow-loader-environment");
  static final List<String> ARM =
      List.of("role", "twin", "extends", "env", "args", "files", "command", "shell");
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
          "why");
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
          "unit",
          "better",
          "scale",
          "minimum-effect",
          "primary");
  static final List<String> FAMILY = List.of("metrics", "contrasts", "cells");
  static final List<String> EXPOSURE = List.of("arm", "metric", "is");
  static final List<String> DESIGN =
      List.of("blocks", "warmups", "order", "seed", "descriptive", "padding");
  static final List<String> ISOLATION =
      List.of("cpus", "nice", "cpu-quota", "memory", "swap", "namespaces", "environment");
  static final List<String> DECISION = List.of("rule", "level", "minimum-floor", "compose");

  private Keys() {}
}
