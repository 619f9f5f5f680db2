package dev.assize.experiment;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Every trial in order. The same experiment and seed give the same plan, byte for byte, anywhere.
 */
public record Plan(long seed, List<PlannedTrial> trials) {
  public Plan {
    trials = List.copyOf(trials);
  }

  /**
   * Returns the bytes of plan.json: fixed order of keys, one trial a line, line feeds, one at the
   * end. Names need no escapes, by the rule for names.
   */
  public byte[] toJson() {
    StringBuilder json = new StringBuilder(64 + 160 * trials.size());
    json.append("{\"schema\":").append(Experiment.SCHEMA);
    json.append(",\"seed\":").append(seed).append(",\"trials\":[");
    String separator = "\n";
    for (PlannedTrial trial : trials) {
      json.append(separator)
          .append("{\"number\":")
          .append(trial.number())
          .append(",\"measured\":")
          .append(trial.measured())
          .append(",\"scenario\":\"")
          .append(trial.cell().scenario())
          .append("\",\"variant\":\"")
          .append(trial.cell().variant())
          .append("\",\"arm\":\"")
          .append(trial.arm())
          .append("\",\"block\":")
          .append(trial.block())
          .append(",\"position\":")
          .append(trial.position())
          .append(",\"padding\":")
          .append(trial.padding())
          .append('}');
      separator = ",\n";
    }
    return json.append("\n]}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads plan.json.
   *
   * @throws NewerSchemaException if a newer Assize wrote it
   * @throws IllegalArgumentException if the bytes are not a plan
   */
  public static Plan fromJson(byte[] bytes) {
    Json json = Json.object("plan.json", bytes);
    JsonNode list = json.get("trials");
    if (!list.isArray()) {
      throw new IllegalArgumentException("plan.json: trials: expected a list; restore the file");
    }
    List<PlannedTrial> trials = new ArrayList<>();
    for (JsonNode node : list) {
      Json trial = json.inside(node);
      trials.add(
          new PlannedTrial(
              trial.integer("number"),
              trial.bool("measured"),
              new Cell(
                  new ScenarioName(trial.text("scenario")), new VariantName(trial.text("variant"))),
              new ArmName(trial.text("arm")),
              trial.integer("block"),
              trial.integer("position"),
              trial.integer("padding")));
    }
    return new Plan(json.whole("seed"), trials);
  }
}
