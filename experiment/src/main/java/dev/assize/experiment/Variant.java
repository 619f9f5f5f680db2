package dev.assize.experiment;

import java.util.List;
import java.util.Map;

/** Another build, engine or architecture on which the same arms are repeated. */
public record Variant(VariantName name, Map<String, String> environment, List<String> arguments) {
  public Variant {
    environment = Copies.ordered(environment);
    arguments = List.copyOf(arguments);
  }
}
