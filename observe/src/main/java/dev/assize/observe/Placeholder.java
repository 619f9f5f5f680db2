package dev.assize.observe;

/** Placeholder until the module has its first type. */
final class Placeholder {
  private Placeholder() {}
}
