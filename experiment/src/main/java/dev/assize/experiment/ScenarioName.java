package dev.assize.experiment;

/** The name of a scenario, unique in its experiment. */
public record ScenarioName(String value) implements Comparable<ScenarioName> {
  public ScenarioName {
    Names.checked("scenario", value);
  }

  @Override
  public int compareTo(ScenarioName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
