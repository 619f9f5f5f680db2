package dev.assize.experiment;

/** A comparison of two arms: {@code candidate} against {@code baseline}. */
public record Contrast(ArmName candidate, ArmName baseline) {
  @Override
  public String toString() {
    return candidate + " vs " + baseline;
  }
}
