package dev.assize.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * One question with everything that is sealed before its first run.
 *
 * @param question a sentence that ends with a question mark, quoted in the report
 * @param cells every scenario on every variant, in the order of the spec, or those that were
 *     selected
 * @param exposures what must be seen for the treatment to have run; none when nothing is declared
 * @param observe what is observed while trials run; nothing when absent
 * @param allowLoaderEnvironment true: arms may set LD_PRELOAD and the like; the report says so
 */
public record Experiment(
    String name,
    String question,
    List<Arm> arms,
    List<Variant> variants,
    List<Scenario> scenarios,
    List<Cell> cells,
    Gates gates,
    List<Metric> metrics,
    List<Family> families,
    List<Exposure> exposures,
    Optional<Observe> observe,
    Design design,
    Isolation isolation,
    Decision decision,
    boolean allowLoaderEnvironment) {
  /** Version of the spec, plan and evidence formats that this build writes; it reads 1 to this. */
  public static final int SCHEMA = 1;

  public Experiment {
    arms = List.copyOf(arms);
    variants = List.copyOf(variants);
    scenarios = List.copyOf(scenarios);
    cells = List.copyOf(cells);
    metrics = List.copyOf(metrics);
    families = List.copyOf(families);
    exposures = List.copyOf(exposures);
  }

  /**
   * Returns the arm of this name.
   *
   * @throws NoSuchElementException if there is none
   */
  public Arm arm(ArmName name) {
    return arms.stream().filter(a -> a.name().equals(name)).findFirst().orElseThrow();
  }

  /** Returns the one baseline. */
  public Arm baseline() {
    return arms.stream().filter(a -> a.role() == Arm.Role.BASELINE).findFirst().orElseThrow();
  }

  /**
   * Returns the variant of this name.
   *
   * @throws NoSuchElementException if there is none
   */
  public Variant variant(VariantName name) {
    return variants.stream().filter(v -> v.name().equals(name)).findFirst().orElseThrow();
  }

  /**
   * Returns the scenario of this name.
   *
   * @throws NoSuchElementException if there is none
   */
  public Scenario scenario(ScenarioName name) {
    return scenarios.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  /**
   * Returns the metric of this name.
   *
   * @throws NoSuchElementException if there is none
   */
  public Metric metric(MetricName name) {
    return metrics.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
  }

  /**
   * Returns the command that is measured for an arm in a cell. Where it is what the arms treat,
   * that is the arm's own or the scenario's, then the arguments of the variant, then those of the
   * arm; else the scenario's as it stands. Parameters of the scenario are filled in, the run-time
   * placeholders still in place.
   */
  public Command command(Cell cell, ArmName armName) {
    Scenario scenario = scenario(cell.scenario());
    Command whole =
        switch (scenario.treated()) {
          case SERVER -> scenario.command();
          case COMMAND, BOTH -> treated(cell, armName, replaced(armName, scenario.command()));
        };
    return Placeholders.substitute(whole, scenario.parameters());
  }

  /**
   * As {@link #command}, of the scenario's server; empty when it has none. Where the arms treat
   * both, an arm's own command is the measured one.
   */
  public Optional<Command> serverCommand(Cell cell, ArmName armName) {
    Scenario scenario = scenario(cell.scenario());
    return scenario
        .server()
        .map(Server::command)
        .map(
            own ->
                switch (scenario.treated()) {
                  case SERVER -> treated(cell, armName, replaced(armName, own));
                  case BOTH -> treated(cell, armName, own);
                  case COMMAND -> own;
                })
        .map(whole -> Placeholders.substitute(whole, scenario.parameters()));
  }

  private Command replaced(ArmName armName, Command own) {
    return arm(armName).command().orElse(own);
  }

  private Command treated(Cell cell, ArmName armName, Command own) {
    return own.with(variant(cell.variant()).arguments()).with(arm(armName).arguments());
  }

  /**
   * Returns the variables set for an arm in a cell: the variant's, overridden by the arm's.
   * Parameters of the scenario are filled in, the run-time placeholders still in place.
   */
  public Map<String, String> environment(Cell cell, ArmName armName) {
    Map<String, String> all = new LinkedHashMap<>(variant(cell.variant()).environment());
    all.putAll(arm(armName).environment());
    return substituted(cell, all);
  }

  /**
   * Returns the variables set for the measured command: as {@link #environment} where it is what
   * the arms treat, else none.
   */
  public Map<String, String> commandEnvironment(Cell cell, ArmName armName) {
    return scenario(cell.scenario()).treated() == Scenario.Treated.SERVER
        ? Map.of()
        : environment(cell, armName);
  }

  /**
   * Returns the variables set for the scenario's server: its own, overridden as in {@link
   * #environment} where the server is what the arms treat.
   */
  public Map<String, String> serverEnvironment(Cell cell, ArmName armName) {
    Scenario scenario = scenario(cell.scenario());
    Map<String, String> all =
        new LinkedHashMap<>(scenario.server().map(Server::environment).orElse(Map.of()));
    Map<String, String> own = substituted(cell, all);
    if (scenario.treated() != Scenario.Treated.COMMAND) {
      own.putAll(environment(cell, armName));
    }
    return own;
  }

  private Map<String, String> substituted(Cell cell, Map<String, String> variables) {
    Map<String, String> all = new LinkedHashMap<>(variables);
    Map<String, String> parameters = scenario(cell.scenario()).parameters();
    all.replaceAll((_, value) -> Placeholders.substitute(value, parameters));
    return all;
  }

  /**
   * Returns how many comparisons a family really has: metric × contrast × cell, without the cells
   * whose scenario does not measure the metric ({@link Metric#appliesTo}).
   */
  public int comparisons(Family family) {
    long applicable =
        family.metrics().stream()
            .mapToLong(
                m ->
                    family.cells().stream()
                        .filter(c -> metric(m).appliesTo(scenario(c.scenario())))
                        .count())
            .sum();
    return Math.toIntExact(applicable * family.contrasts().size());
  }
}
