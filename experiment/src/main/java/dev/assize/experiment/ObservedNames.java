package dev.assize.experiment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What a name in an expression may be, as far as a spec tells. */
final class ObservedNames {
  static final String WINDOW_SECONDS = "window.seconds";

  private static final List<String> PROCESS_COUNTERS =
      List.of(
          "cpu",
          "user",
          "system",
          "minor_faults",
          "major_faults",
          "voluntary_switches",
          "involuntary_switches",
          "read_bytes",
          "written_bytes",
          "cgroup.cpu",
          "cgroup.io_bytes");
  private static final List<String> PROCESS_GAUGES =
      List.of("rss", "threads", "processes", "descriptors", "cgroup.memory");
  private static final Pattern HOST =
      Pattern.compile(
          "cpu[0-9]*\\.(user|system|iowait|irq|softirq|steal|idle|nice|busy)"
              + "|disk\\..+\\.(read_bytes|written_bytes|reads|writes)"
              + "|net\\..+\\.(rx_bytes|tx_bytes|rx_packets|tx_packets)"
              + "|psi\\.(cpu|memory|io)\\.(some|full)"
              + "|context_switches");

  private final Values values;
  private final Optional<Observe> observe;
  private final List<Metric> metrics;
  private final boolean servers;

  ObservedNames(
      Values values, Optional<Observe> observe, List<Metric> metrics, List<Scenario> scenarios) {
    this.values = values;
    this.observe = observe;
    this.metrics = metrics;
    this.servers = scenarios.stream().anyMatch(s -> s.server().isPresent());
  }

  /** Reports metrics that are named like a source, and derived ones that depend on themselves. */
  void checkMetrics(Node.Table table) {
    for (Metric metric : metrics) {
      String name = metric.name().value();
      Optional<Node.Field> field = table.field(name);
      if (field.isEmpty()) {
        continue;
      }
      if (witnesses().contains(name) || sources().contains(name)) {
        values
            .problems()
            .add(
                field.get().at(),
                "metrics." + name,
                "a name that no counter or witness under 'observe' has",
                "'" + name + "'",
                "rename one");
      }
      if (metric.source() instanceof Metric.Source.Derived(Expression expression, var _)
          && field.get().value() instanceof Node.Table fields) {
        String where = "metrics." + name + ".derived";
        Node node = fields.field("derived").map(Node.Field::value).orElse(fields);
        check(node, where, expression);
        if (reaches(expression, name, new HashSet<>())) {
          values
              .problems()
              .add(
                  node.at(),
                  where,
                  "metrics that don't depend on themselves",
                  "a cycle through '" + name + "'",
                  "compute it from what was observed");
        }
      }
    }
  }

  private boolean reaches(Expression expression, String target, Set<String> seen) {
    for (String name : expression.names()) {
      if (name.equals(target)) {
        return true;
      }
      Optional<Metric> metric = metric(name);
      if (metric.isPresent()
          && seen.add(name)
          && metric.get().source() instanceof Metric.Source.Derived(Expression inner, var _)
          && reaches(inner, target, seen)) {
        return true;
      }
    }
    return false;
  }

  /** Reports names that nothing gives, and gauges and counters in the wrong place. */
  void check(Node node, String where, Expression expression) {
    switch (expression) {
      case Expression.Constant _ -> {}
      case Expression.Name(String name) -> name(node, where, name, Optional.empty());
      case Expression.Call(Expression.Function function, String name) ->
          name(node, where, name, Optional.of(function));
      case Expression.Binary(var _, Expression left, Expression right) -> {
        check(node, where, left);
        check(node, where, right);
      }
    }
  }

  private void name(Node node, String where, String name, Optional<Expression.Function> function) {
    boolean value = name.equals(WINDOW_SECONDS) || metric(name).isPresent();
    if (!value && !observed(name)) {
      values
          .problems()
          .add(
              node.at(),
              where,
              "names of what is observed: " + Values.list(roots()),
              "'" + name + "'",
              Nearest.of(name, candidates())
                  .map(n -> "did you mean '" + n + "'?")
                  .orElse(
                      observe.isEmpty()
                          ? "add 'observe' to the spec"
                          : "declare it under 'observe', or repair the name"));
      return;
    }
    String needed = "";
    if (value && function.isPresent()) {
      needed = "a counter or gauge in " + function.get().key() + "( )";
    } else if (gauge(name) && function.filter(f -> f != Expression.Function.RATE).isEmpty()) {
      needed = "a gauge inside first, last, min, max or mean";
    }
    if (!needed.isEmpty()) {
      values
          .problems()
          .add(
              node.at(),
              where,
              needed,
              "'" + name + "'",
              value ? "use it without the function" : "for instance mean(" + name + ")");
    }
  }

  private static boolean gauge(String name) {
    int point = name.indexOf('.');
    return point > 0
        && (name.startsWith("server.") || name.startsWith("command."))
        && PROCESS_GAUGES.contains(name.substring(point + 1));
  }

  private boolean observed(String name) {
    if (observe.isEmpty()) {
      return false;
    }
    int point = name.indexOf('.');
    if (point < 0) {
      return witnesses().contains(name);
    }
    String source = name.substring(0, point);
    String rest = name.substring(point + 1);
    return switch (source) {
      case "host" -> observe.get().host() && HOST.matcher(rest).matches();
      case "server" -> servers && process(rest);
      case "command" -> process(rest);
      default ->
          observe.get().counters().stream()
              .anyMatch(c -> c.name().equals(source) && publishes(c, rest));
    };
  }

  private boolean process(String rest) {
    return observe.isPresent()
        && observe.get().processes()
        && (PROCESS_COUNTERS.contains(rest) || PROCESS_GAUGES.contains(rest));
  }

  private static boolean publishes(Observe.Counters source, String counter) {
    return !(source instanceof Observe.Counters.Document document)
        || document.names().isEmpty()
        || document.names().containsKey(counter);
  }

  private Optional<Metric> metric(String name) {
    return metrics.stream().filter(m -> m.name().value().equals(name)).findFirst();
  }

  private List<String> sources() {
    return observe.map(Observe::counters).orElse(List.of()).stream()
        .map(Observe.Counters::name)
        .toList();
  }

  private List<String> witnesses() {
    return observe.map(Observe::witnesses).orElse(List.of()).stream()
        .map(Observe.Witness::name)
        .toList();
  }

  private List<String> roots() {
    List<String> roots = new ArrayList<>();
    if (observe.isPresent() && observe.get().host()) {
      roots.add("host.*");
    }
    if (observe.isPresent() && observe.get().processes()) {
      if (servers) {
        roots.add("server.*");
      }
      roots.add("command.*");
    }
    sources().forEach(s -> roots.add(s + ".*"));
    roots.addAll(witnesses());
    roots.add(WINDOW_SECONDS);
    roots.add("metrics");
    return roots;
  }

  private List<String> candidates() {
    List<String> all = new ArrayList<>(witnesses());
    all.add(WINDOW_SECONDS);
    metrics.forEach(m -> all.add(m.name().value()));
    if (observe.isPresent() && observe.get().processes()) {
      for (String source : servers ? List.of("server.", "command.") : List.of("command.")) {
        PROCESS_COUNTERS.forEach(c -> all.add(source + c));
        PROCESS_GAUGES.forEach(g -> all.add(source + g));
      }
    }
    if (observe.isPresent() && observe.get().host()) {
      for (String cpu : List.of("busy", "user", "system", "iowait", "irq", "softirq", "steal")) {
        all.add("host.cpu." + cpu);
      }
      all.add("host.context_switches");
    }
    for (Observe.Counters source : observe.map(Observe::counters).orElse(List.of())) {
      if (source instanceof Observe.Counters.Document document) {
        document.names().keySet().forEach(n -> all.add(source.name() + "." + n));
      }
    }
    return all;
  }
}
