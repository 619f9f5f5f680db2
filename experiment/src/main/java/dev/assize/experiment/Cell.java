package dev.assize.experiment;

/**
 * A scenario on a variant, compared across arms. Parameters of a scenario are already part of its
 * name (for instance {@code copy+size=4k}).
 */
public record Cell(ScenarioName scenario, VariantName variant) implements Comparable<Cell> {
  @Override
  public int compareTo(Cell other) {
    int byScenario = scenario.compareTo(other.scenario);
    return byScenario != 0 ? byScenario : variant.compareTo(other.variant);
  }

  /**
   * Returns {@code scenario/variant}, the form used in files, on the command line and in reports.
   */
  @Override
  public String toString() {
    return scenario + "/" + variant;
  }
}
