package dev.assize.experiment;

import java.util.List;

/**
 * One question with everything that is sealed before its first run.
 *
 * @param question a sentence that ends with a question mark, quoted in the report
 * @param allowLoaderEnvironment true: arms may set LD_PRELOAD and the like; the report says so
 */
public record Experiment(
    String name,
    String question,
    List<Arm> arms,
    List<Variant> variants,
    List<Scenario> scenarios,
    Gates gates,
    List<Metric> metrics,
    List<Family> families,
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
    metrics = List.copyOf(metrics);
    families = List.copyOf(families);
  }
}
