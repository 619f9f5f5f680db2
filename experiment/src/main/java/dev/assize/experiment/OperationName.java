package dev.assize.experiment;

/** The name of an operation, unique in its experiment. */
public record OperationName(String value) implements Comparable<OperationName> {
  public OperationName {
    Names.checked("operation", value);
  }

  @Override
  public int compareTo(OperationName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
