package dev.assize.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a spec with one of its profiles or none, and checks the others as well. */
final class Profiles {
  private final Node.Table root;
  private final Problems problems;
  private final Path displayName;
  private final Path directory;
  private final Executables executables;

  Profiles(
      Node.Table root,
      Problems problems,
      Path displayName,
      Path directory,
      Executables executables) {
    this.root = root;
    this.problems = problems;
    this.displayName = displayName;
    this.directory = directory;
    this.executables = executables;
  }

  Experiment read(Overrides overrides) throws SpecException {
    List<ArmEnvironment> variables = ArmEnvironment.all(overrides.armEnvironment());
    List<Node.Field> profiles = profiles();
    List<String> names = profiles.stream().map(Node.Field::key).toList();
    Optional<Node.Table> chosen = Optional.empty();
    if (overrides.profile().isPresent()) {
      String name = overrides.profile().get();
      chosen =
          profiles.stream()
              .filter(p -> p.key().equals(name))
              .map(Node.Field::value)
              .filter(Node.Table.class::isInstance)
              .map(Node.Table.class::cast)
              .findFirst();
      if (chosen.isEmpty() && !names.contains(name)) {
        throw new IllegalArgumentException(
            "--profile: expected one of the profiles of the spec"
                + (names.isEmpty() ? ", which has none" : ": " + Values.list(names))
                + ", found '"
                + name
                + "'"
                + Nearest.of(name, names).map(n -> "; did you mean '" + n + "'?").orElse(""));
      }
    }
    // Every profile must be readable, not only the one in use: mistakes are found before the day.
    for (Node.Field profile : profiles) {
      if (profile.value() instanceof Node.Table table) {
        Problems own = new Problems(displayName.toString());
        try {
          experiment(Optional.of(table), List.of(), own);
        } catch (SpecException e) {
          e.problems().forEach(p -> problems.add(p));
        }
      }
    }
    problems.check();
    Experiment whole = experiment(chosen, variables, problems);
    return overrides.cells().isPresent()
        ? selected(whole, named("--cells", whole.cells(), overrides.cells().get()))
        : whole;
  }

  private List<Node.Field> profiles() {
    Optional<Node.Field> field = root.field("profiles");
    if (field.isEmpty()) {
      return List.of();
    }
    Values values = new Values(problems, directory);
    List<Node.Field> all = new ArrayList<>();
    for (Node.Field profile :
        values.named(
            field.get().value(), "profiles", "profiles: { smoke: { design: { blocks: 2 } } }")) {
      String where = "profiles." + profile.key();
      values.name(profile.at(), profile.key(), where, n -> Names.checked("profile", n));
      values.table(profile.value(), where, Keys.PROFILE);
      all.add(profile);
    }
    return all;
  }

  private Experiment experiment(
      Optional<Node.Table> profile, List<ArmEnvironment> variables, Problems into)
      throws SpecException {
    SpecReader reader = new SpecReader(into, directory, executables);
    Overlay overlay = new Overlay(reader.values());
    Node.Table tree = profile.map(p -> Overlay.with(root, p)).orElse(root);
    Experiment whole = reader.read(overlay.withVariables(overlay.filled(tree), variables));
    Optional<Node> cells = profile.flatMap(p -> p.field("cells")).map(Node.Field::value);
    if (cells.isEmpty()) {
      return whole;
    }
    List<String> patterns =
        reader.values().texts(cells.get(), "profiles.cells", "[\"ws-*\", \"!*/io_uring\"]");
    try {
      List<Cell> chosen = CellPatterns.select(whole.cells(), String.join(",", patterns));
      into.check();
      return selected(whole, chosen);
    } catch (IllegalArgumentException e) {
      into.add(cells.get().at(), "profiles.cells: " + e.getMessage());
      throw into.exception();
    }
  }

  private static List<Cell> named(String option, List<Cell> cells, String patterns) {
    try {
      return CellPatterns.select(cells, patterns);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }

  /** The experiment with these cells alone. Families without a comparison are left out. */
  private static Experiment selected(Experiment e, List<Cell> cells) {
    List<Family> families = new ArrayList<>();
    for (Family family : e.families()) {
      Family rest =
          new Family(
              family.name(),
              family.metrics(),
              family.contrasts(),
              family.cells().stream().filter(cells::contains).toList());
      if (e.comparisons(rest) > 0) {
        families.add(rest);
      }
    }
    if (families.isEmpty() && !e.families().isEmpty()) {
      throw new IllegalArgumentException(
          "expected cells with a comparison that is decided, found none in "
              + CellPatterns.list(cells)
              + "; select cells of a family: "
              + CellPatterns.list(e.families().getFirst().cells()));
    }
    Set<ScenarioName> scenarios = cells.stream().map(Cell::scenario).collect(Collectors.toSet());
    Set<VariantName> variants = cells.stream().map(Cell::variant).collect(Collectors.toSet());
    return new Experiment(
        e.name(),
        e.question(),
        e.arms(),
        e.variants().stream().filter(v -> variants.contains(v.name())).toList(),
        e.scenarios().stream().filter(s -> scenarios.contains(s.name())).toList(),
        cells,
        e.gates(),
        e.metrics(),
        families,
        e.exposures(),
        e.observe(),
        e.design(),
        e.isolation(),
        e.decision(),
        e.allowLoaderEnvironment());
  }
}
