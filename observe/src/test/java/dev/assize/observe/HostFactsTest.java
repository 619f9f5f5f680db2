package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.evidence.Digest;
import dev.assize.evidence.FileRecord;
import dev.assize.evidence.HostRecord;
import dev.assize.experiment.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
  @TempDir Path directory;

  @Test
  void whatIsWrittenReadsBackAndHoldsTheFactsOfThisMachine() throws Exception {
    Path input = Files.writeString(directory.resolve("input"), "some bytes");
    byte[] json = HostFacts.json(List.of(input, directory, directory.resolve("none")));
    HostRecord host = HostRecord.fromJson(json);

    assertThat(host.toJson()).isEqualTo(json);
    assertThat(host.files())
        .containsExactly(new FileRecord(input.toString(), new Bytes(10), Digest.sha256(input)));
    assertThat(host.facts())
        .containsKeys("kernel", "machine", "bootId", "memory", "processors", "harnessJava", "user")
        .containsEntry(
            "bootId", Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip())
        .hasEntrySatisfying("kernel", kernel -> assertThat(kernel).startsWith("Linux "))
        .hasEntrySatisfying("mount /", mount -> assertThat(mount).contains("rw"))
        .hasEntrySatisfying(
            "limit Max open files", limit -> assertThat(limit).matches("\\d+|unlimited"));
  }

  @Test
  void nothingHasChangedBetweenTwoReadings() throws Exception {
    Path input = Files.writeString(directory.resolve("input"), "some bytes");

    assertThat(HostFacts.changes(HostFacts.json(List.of(input)), HostFacts.json(List.of(input))))
        .isEmpty();
  }

  @Test
  void eachChangedFactIsNamed() throws Exception {
    byte[] before = HostFacts.json(List.of());
    Map<String, String> facts = HostRecord.fromJson(before).facts();
    for (Map.Entry<String, String> fact : facts.entrySet()) {
      TreeMap<String, String> changed = new TreeMap<>(facts);
      changed.put(fact.getKey(), "else");
      TreeMap<String, String> gone = new TreeMap<>(facts);
      gone.remove(fact.getKey());

      assertThat(HostFacts.changes(before, host(changed)))
          .isEqualTo(Map.of(fact.getKey(), fact.getValue() + " -> else"));
      assertThat(HostFacts.changes(before, host(gone)))
          .isEqualTo(Map.of(fact.getKey(), fact.getValue() + " -> absent"));
      assertThat(HostFacts.changes(host(gone), before))
          .isEqualTo(Map.of(fact.getKey(), "absent -> " + fact.getValue()));
    }
  }

  @Test
  void aChangedInputIsNamed() throws Exception {
    Path input = Files.writeString(directory.resolve("input"), "some bytes");
    byte[] before = HostFacts.json(List.of(input));
    String was = Digest.sha256(input);
    Files.writeString(input, "same bytes");

    assertThat(HostFacts.changes(before, HostFacts.json(List.of(input))))
        .isEqualTo(Map.of("file " + input, was + " -> " + Digest.sha256(input)));
  }

  @Test
  void whatIsNoHostJsonIsRefused() throws Exception {
    byte[] good = HostFacts.json(List.of());

    assertThatThrownBy(() -> HostFacts.changes(good, "{}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("host.json: expected key 'schema'");
  }

  private static byte[] host(Map<String, String> facts) {
    return new HostRecord(new TreeMap<>(facts), List.of()).toJson();
  }
}
