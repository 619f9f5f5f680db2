package dev.assize.experiment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code assize ab} was asked, still in the words of its options. {@link AbSpec#yaml} writes
 * the spec that it implies; mistakes in durations, percentages and names are found when that is
 * read.
 *
 * @param commands two or more; the first is the baseline; {@code {name}} stands for a parameter
 * @param names of the arms, in the order of the commands; empty for a, b, c, …
 * @param warmups unmeasured blocks
 * @param checks {@code stdout}, {@code stderr}, {@code exit}, {@code file=PATH}, {@code
 *     command=CMD} or {@code none=REASON}; empty for {@code stdout}
 * @param shell true: commands are run by {@code /bin/sh -c}; false: split into words
 * @param minimumEffect for instance {@code 1%}
 * @param parameters values by name; every combination is a scenario
 * @param directory where the commands work, in place
 * @param timeout for instance {@code 60s}
 * @param environment names of inherited variables; all are inherited when absent
 * @param descriptive true: describe only; allows any number of blocks
 */
public record AbRequest(
    List<String> commands,
    List<String> names,
    int blocks,
    int warmups,
    List<String> setup,
    List<String> prepare,
    List<String> cleanup,
    List<String> checks,
    boolean shell,
    Optional<String> minimumEffect,
    Map<String, List<String>> parameters,
    Path directory,
    Optional<String> timeout,
    Scenario.Output output,
    Design.Order order,
    Optional<List<String>> environment,
    boolean descriptive) {
  public AbRequest {
    commands = List.copyOf(commands);
    names = List.copyOf(names);
    setup = List.copyOf(setup);
    prepare = List.copyOf(prepare);
    cleanup = List.copyOf(cleanup);
    checks = List.copyOf(checks);
    Map<String, List<String>> copy = new LinkedHashMap<>();
    parameters.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    parameters = Copies.ordered(copy);
    environment = environment.map(List::copyOf);
  }

  /** Returns the request with every option at its default: 20 blocks, one warm-up, a shell. */
  public static AbRequest of(List<String> commands, Path directory) {
    return new AbRequest(
        commands,
        List.of(),
        20,
        1,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        true,
        Optional.empty(),
        Map.of(),
        directory,
        Optional.empty(),
        Scenario.Output.FILE,
        Design.Order.BALANCED,
        Optional.empty(),
        false);
  }
}
