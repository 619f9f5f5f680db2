package dev.assize.experiment;

/** The name of an arm, unique in its experiment. */
public record ArmName(String value) implements Comparable<ArmName> {
  public ArmName {
    Names.checked("arm", value);
  }

  @Override
  public int compareTo(ArmName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
