package dev.assize.experiment;

/** The name of a metric, unique in its experiment. */
public record MetricName(String value) implements Comparable<MetricName> {
  public MetricName {
    Names.checked("metric", value);
  }

  @Override
  public int compareTo(MetricName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
