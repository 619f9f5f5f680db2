package dev.assize.experiment;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Reads {@code design}, {@code isolation} and {@code decision}. */
final class DesignReader {
  static final List<String> DEFAULT_ENVIRONMENT =
      List.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TMPDIR", "TZ");

  /** JSON readers in other languages keep integers exact only up to here. */
  static final long LARGEST_SEED = (1L << 53) - 1;

  /** Votes need a floor above zero even when the twins happen to agree. */
  private static final double DEFAULT_FLOOR = 0.01;

  private static final Map<String, Design.Order> ORDERS = new LinkedHashMap<>();
  private static final Map<String, Isolation.Namespace> NAMESPACES = new LinkedHashMap<>();
  private static final Map<String, Decision.Rule> RULES = new LinkedHashMap<>();
  private static final Map<String, Decision.Compose> COMPOSITIONS = new LinkedHashMap<>();

  static {
    for (Design.Order order : Design.Order.values()) {
      ORDERS.put(order.key(), order);
    }
    NAMESPACES.put("mount", Isolation.Namespace.MOUNT);
    NAMESPACES.put("pid", Isolation.Namespace.PID);
    RULES.put("interval", Decision.Rule.INTERVAL);
    RULES.put("floor", Decision.Rule.FLOOR);
    COMPOSITIONS.put("any", Decision.Compose.ANY);
    COMPOSITIONS.put("all", Decision.Compose.ALL);
  }

  private final Values values;
  private final EnvironmentReader environments;

  DesignReader(Values values, EnvironmentReader environments) {
    this.values = values;
    this.environments = environments;
  }

  static Design defaultDesign() {
    return new Design(20, 1, Design.Order.BALANCED, OptionalLong.empty(), false, 4096);
  }

  static Isolation defaultIsolation() {
    return new Isolation(
        List.of(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of(),
        Optional.of(DEFAULT_ENVIRONMENT));
  }

  static Decision defaultDecision() {
    return new Decision(
        Decision.Rule.INTERVAL, 0.95, 0, Decision.Compose.ANY, Decision.Compose.ANY, 0);
  }

  Design design(Node node) {
    Design otherwise = defaultDesign();
    Optional<Fields> read = values.table(node, "design", Keys.DESIGN);
    if (read.isEmpty()) {
      return otherwise;
    }
    Fields fields = read.get();
    return new Design(
        values.integer(fields.get("blocks"), "design.blocks", 1, 10_000, otherwise.blocks()),
        values.integer(fields.get("warmups"), "design.warmups", 0, 1_000, otherwise.warmups()),
        fields
            .value("order")
            .flatMap(n -> values.choice(n, "design.order", ORDERS))
            .orElse(otherwise.order()),
        fields
            .value("seed")
            .map(n -> values.integer(n, "design.seed", 0, LARGEST_SEED))
            .orElse(OptionalLong.empty()),
        values.bool(fields.get("descriptive"), "design.descriptive", false),
        values.integer(fields.get("padding"), "design.padding", 0, 65_536, otherwise.padding()));
  }

  Isolation isolation(Node node) {
    Optional<Fields> read = values.table(node, "isolation", Keys.ISOLATION);
    if (read.isEmpty()) {
      return defaultIsolation();
    }
    Fields fields = read.get();
    return new Isolation(
        fields.value("cpus").map(n -> CpuList.read(n, "isolation.cpus", values)).orElse(List.of()),
        fields
            .value("nice")
            .map(n -> narrow(values.integer(n, "isolation.nice", -20, 19)))
            .orElse(OptionalInt.empty()),
        fields.value("cpu-quota").map(this::quota).orElse(OptionalInt.empty()),
        fields.value("memory").flatMap(this::memory),
        fields.value("swap").flatMap(n -> values.size(n, "isolation.swap")),
        fields.value("namespaces").map(this::namespaces).orElse(Set.of()),
        environment(fields));
  }

  private Optional<List<String>> environment(Fields fields) {
    Optional<Node> node = fields.value("environment");
    if (node.isEmpty()) {
      return Optional.of(DEFAULT_ENVIRONMENT);
    }
    if (node.get() instanceof Node.Scalar scalar) {
      if (!scalar.text().equals("inherit-all")) {
        values.reject(
            scalar,
            "isolation.environment",
            "inherit-all, or a list of variables' names",
            "write for instance [PATH, HOME]");
      }
      return Optional.empty();
    }
    return Optional.of(environments.inherited(node.get(), "isolation.environment"));
  }

  private static OptionalInt narrow(OptionalLong value) {
    return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
  }

  private OptionalInt quota(Node node) {
    Optional<Double> share = values.percent(node, "isolation.cpu-quota", 0.01, 10_000);
    return share.isPresent()
        ? OptionalInt.of((int) Math.round(share.get() * 100))
        : OptionalInt.empty();
  }

  private Optional<Bytes> memory(Node node) {
    Optional<Bytes> size = values.size(node, "isolation.memory");
    if (size.isPresent() && size.get().value() < 1 << 20) {
      values.reject(node, "isolation.memory", "at least 1MiB", "no command starts in less");
    }
    return size;
  }

  private Set<Isolation.Namespace> namespaces(Node node) {
    Set<Isolation.Namespace> chosen = new LinkedHashSet<>();
    for (Node item : values.items(node, "isolation.namespaces", "[mount, pid]")) {
      values.choice(item, "isolation.namespaces", NAMESPACES).ifPresent(chosen::add);
    }
    return chosen;
  }

  Decision decision(Node node) {
    Decision otherwise = defaultDecision();
    Optional<Fields> read = values.table(node, "decision", Keys.DECISION);
    if (read.isEmpty()) {
      return otherwise;
    }
    Fields fields = read.get();
    Decision.Rule rule =
        fields
            .value("rule")
            .flatMap(n -> values.choice(n, "decision.rule", RULES))
            .orElse(otherwise.rule());
    Decision.Compose compose =
        fields
            .value("compose")
            .flatMap(n -> values.choice(n, "decision.compose", COMPOSITIONS))
            .orElse(otherwise.compose());
    return new Decision(
        rule,
        fields
            .value("level")
            .flatMap(n -> values.percent(n, "decision.level", 0.5, 0.9999))
            .orElse(otherwise.level()),
        fields
            .value("minimum-floor")
            .flatMap(n -> values.percent(n, "decision.minimum-floor", 0, 1))
            .orElse(rule == Decision.Rule.FLOOR ? DEFAULT_FLOOR : otherwise.minimumFloor()),
        compose,
        fields
            .value("across")
            .flatMap(n -> values.choice(n, "decision.across", COMPOSITIONS))
            .orElse(compose),
        values.integer(fields.get("drift"), "decision.drift", 0, 1_000_000, otherwise.drift()));
  }
}
