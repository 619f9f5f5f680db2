package dev.assize.experiment;

/** The name of a variant, unique in its experiment. */
public record VariantName(String value) implements Comparable<VariantName> {
  public VariantName {
    Names.checked("variant", value);
  }

  @Override
  public int compareTo(VariantName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
