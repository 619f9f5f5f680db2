package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

class SchemaTest {
  private static final YAMLMapper YAML = YAMLMapper.builder().build();
  private static final JsonNode DOCUMENT = JsonMapper.builder().build().readTree(Spec.jsonSchema());
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(DOCUMENT);

  /** What a schema can't say: relations between names, placeholders, arithmetic, YAML itself. */
  private static final Set<String> BEYOND =
      Set.of(
          "arm-unknown-placeholder",
          "bad-cpus",
          "bad-level",
          "bad-ready-regex",
          "block-in-setup",
          "colliding-parameters",
          "difference-without-effect",
          "duplicate-arm",
          "duplicate-key",
          "effect-without-percent",
          "exposure-of-an-unknown-arm",
          "extends-cycle",
          "extends-itself",
          "extends-unknown",
          "family-excludes-all",
          "family-no-cell",
          "family-unknown-arm",
          "family-unknown-metric",
          "file-outside",
          "fixed-order-interval",
          "floor-without-twin",
          "identical-arms",
          "large-percent",
          "loader-tunables",
          "loader-variable",
          "many-trials",
          "misspelt-operation",
          "no-baseline",
          "no-primary",
          "null-output-checked",
          "one-block",
          "only-controls",
          "ready-without-readiness",
          "regex-without-group",
          "tiny-memory",
          "too-few-for-abba",
          "twin-cycle",
          "twin-of-nothing",
          "twin-of-twin",
          "two-baselines",
          "two-blocks",
          "unknown-metric",
          "unknown-operation",
          "unknown-placeholder",
          "unknown-round",
          "zero-timeout",
          "blank-shell-command");

  static Stream<Corpus.Entry> valid() throws IOException {
    List<Corpus.Entry> entries = new ArrayList<>(Corpus.valid());
    try (Stream<Path> files = Files.list(Path.of("../examples"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        entries.add(
            new Corpus.Entry(file.getFileName().toString(), Files.readString(file), List.of()));
      }
    }
    entries.add(new Corpus.Entry("template", Spec.template(), List.of()));
    String handbook = Files.readString(Path.of("../docs/experiments.md"));
    int start = handbook.indexOf("assize: 1\n");
    entries.add(
        new Corpus.Entry(
            "handbook", handbook.substring(start, handbook.indexOf("```", start)), List.of()));
    return entries.stream();
  }

  static List<Corpus.Entry> bad() {
    return Corpus.bad();
  }

  @ParameterizedTest
  @MethodSource("valid")
  void validSpecsAreReadAndFitTheSchema(Corpus.Entry entry) throws SpecException {
    assertThat(SpecTest.parse(entry.yaml()).experiment().arms()).isNotEmpty();
    // Jackson's tree model does not resolve anchors; the parser below it does.
    Object document =
        new Load(LoadSettings.builder().setMaxAliasesForCollections(1_000).build())
            .loadFromString(entry.yaml());
    assertThat(SCHEMA.validate(YAML.valueToTree(document))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("bad")
  void badSpecsDontFitTheSchemaUnlessItCantKnow(Corpus.Entry entry) {
    JsonNode tree;
    try {
      tree = YAML.readTree(entry.yaml());
    } catch (JacksonException e) {
      return;
    }
    assertThat(SCHEMA.validate(tree).isEmpty())
        .as(entry.name() + " passes the schema")
        .isEqualTo(BEYOND.contains(entry.name()));
  }

  @Test
  void theSchemaIsOne() {
    Schema meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(
                com.networknt.schema.SchemaLocation.of(
                    "https://json-schema.org/draft/2020-12/schema"));
    assertThat(meta.validate(DOCUMENT)).isEmpty();
  }

  @Test
  void theSchemaHasTheKeysThatTheReaderKnows() {
    Map<String, List<String>> known = new LinkedHashMap<>();
    known.put("arm", Keys.ARM);
    known.put("variant", Keys.VARIANT);
    known.put("scenario", Keys.SCENARIO);
    known.put("check", Keys.CHECK);
    known.put("stream-check", Keys.STREAM_CHECK);
    known.put("file-check", Keys.FILE_CHECK);
    known.put("gates", Keys.GATES);
    known.put("metric", Keys.METRIC);
    known.put("family", Keys.FAMILY);
    known.put("exposure", Keys.EXPOSURE);
    known.put("design", Keys.DESIGN);
    known.put("isolation", Keys.ISOLATION);
    known.put("decision", Keys.DECISION);
    known.put("server", Keys.SERVER);
    known.put("observe", Keys.OBSERVE);
    known.put("counters", Keys.COUNTERS);
    known.put("witness", Keys.WITNESS);
    known.put("proof", Keys.PROOF);
    assertThat(keys(DOCUMENT)).containsExactlyInAnyOrderElementsOf(Keys.SPEC);
    JsonNode definitions = DOCUMENT.get("$defs");
    known.forEach(
        (name, keys) ->
            assertThat(keys(definitions.get(name)))
                .as(name)
                .containsExactlyInAnyOrderElementsOf(keys));
    assertThat(
            definitions
                .get("profile")
                .get("propertyNames")
                .get("enum")
                .valueStream()
                .map(JsonNode::stringValue))
        .containsExactlyInAnyOrderElementsOf(Keys.PROFILE);
    JsonNode scenario = definitions.get("scenario").get("properties");
    assertThat(keys(scenario.get("workspace"))).containsExactlyInAnyOrderElementsOf(Keys.WORKSPACE);
    assertThat(keys(scenario.get("ready"))).containsExactlyInAnyOrderElementsOf(Keys.READY);
    JsonNode gates = definitions.get("gates").get("properties");
    assertThat(keys(gates.get("steal"))).containsExactlyInAnyOrderElementsOf(Keys.LIMITED_GATE);
    assertThat(keys(gates.get("outside-writes")))
        .containsExactlyInAnyOrderElementsOf(Keys.WATCHING_GATE);
  }

  @Test
  void everyKeyIsDescribedInTheSchemaAndTheHandbook() throws IOException {
    String handbook = Files.readString(Path.of("../docs/experiments.md"));
    for (JsonNode object : DOCUMENT.findParents("properties")) {
      for (Map.Entry<String, JsonNode> key : object.get("properties").properties()) {
        if (object.path("type").asString("").equals("object")) {
          assertThat(key.getValue().path("description").asString("")).as(key.getKey()).isNotBlank();
          assertThat(handbook).containsPattern("[`{ ]" + key.getKey() + "[`:]");
        }
      }
    }
  }

  /** The properties of a schema and of its alternatives. */
  private static Set<String> keys(JsonNode schema) {
    Set<String> keys = new TreeSet<>(schema.path("properties").propertyNames());
    for (JsonNode alternative : schema.path("anyOf")) {
      if (alternative.path("type").asString("").equals("object")) {
        keys.addAll(alternative.path("properties").propertyNames());
      }
    }
    return keys;
  }
}
