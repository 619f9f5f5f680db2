package dev.assize.evidence;

/** One try at a planned trial: the trial's number and, from 1, the try. */
public record Attempt(int trial, int number) {
  /** Returns {@code <trial>-<number>}, the name of its directory under {@code trials/}. */
  @Override
  public String toString() {
    return trial + "-" + number;
  }
}
