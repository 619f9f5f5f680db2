package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.Digest;
import dev.assize.evidence.Observation;
import dev.assize.evidence.ProofRecord;
import dev.assize.experiment.Proof;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProofsTest {
  @TempDir Path directory;
  private Path stdout;
  private Path stderr;
  private Commands process;

  @BeforeEach
  void start() throws Exception {
    stdout = directory.resolve("stdout");
    stderr = directory.resolve("stderr");
    process = Commands.start(Map.of("ZC", "on", "EMPTY", ""), "sleep", "61", "--", "62");
    // Until it has become sleep the proofs would be of the JVM's helper.
    for (int i = 0;
        i < 500 && !Files.readString(Path.of("/proc/" + process.pid() + "/comm")).equals("sleep\n");
        i++) {
      Thread.sleep(10);
    }
  }

  @AfterEach
  void end() throws Exception {
    process.close();
  }

  private ProofRecord take(Proof proof, Observation.Registered... registered) {
    return Proofs.take(
            List.of(proof), process.pid(), stdout, stderr, List.of(registered), Map.of("arm", "on"))
        .getFirst();
  }

  @Test
  void environmentIsThatOfTheProcess() throws Exception {
    assertThat(take(new Proof.Environment("ZC", "on")))
        .isEqualTo(new ProofRecord("environment ZC", process.pid(), "on", "on", true));
    assertThat(take(new Proof.Environment("ZC", "${arm}")).held()).isTrue();
    assertThat(take(new Proof.Environment("EMPTY", "")).held()).isTrue();
    assertThat(take(new Proof.Environment("ZC", "off")))
        .isEqualTo(new ProofRecord("environment ZC", process.pid(), "off", "on", false));
    assertThat(take(new Proof.Environment("Z", "on")).found()).isEqualTo("not set");
    process.kill();
    assertThat(take(new Proof.Environment("ZC", "on")).held()).isFalse();
    assertThat(take(new Proof.Environment("ZC", "on")).found()).contains("not readable");
  }

  @Test
  void commandLineIsMatchedWithSingleSpaces() throws Exception {
    assertThat(take(new Proof.CommandLine("^sleep 61 -- 62$")).held()).isTrue();
    assertThat(take(new Proof.CommandLine("61 62")).held()).isFalse();
    assertThat(take(new Proof.CommandLine("61 62")).found()).isEqualTo("sleep 61 -- 62");
    assertThat(take(new Proof.CommandLine("(")).held()).isFalse();
    process.kill();
    assertThat(take(new Proof.CommandLine("")).held()).as("of an ended process").isFalse();
  }

  @Test
  void executableIsHashedAsItRuns() throws Exception {
    String hash = Digest.sha256(Path.of("/proc/" + process.pid() + "/exe"));
    assertThat(hash).isEqualTo(Digest.sha256(Path.of("/bin/sleep").toRealPath()));
    assertThat(take(new Proof.Executable(hash)).held()).isTrue();
    assertThat(take(new Proof.Executable("0".repeat(64))).held()).isFalse();
    assertThat(take(new Proof.Executable("0".repeat(64))).found()).isEqualTo(hash);
  }

  @Test
  void firstMatchingLineCounts() throws Exception {
    Proof proof =
        new Proof.Log(
            "send_zc=(?<zc>\\w+) size=(?<size>\\d+)", Map.of("zc", "${arm}", "size", "4096"));
    assertThat(take(proof).found()).isEqualTo("no such line in stdout or stderr");
    Files.writeString(stdout, "starting\n");
    Files.writeString(stderr, "engine send_zc=on size=4096\nengine send_zc=off size=4096\n");
    assertThat(take(proof).held()).isTrue();
    assertThat(take(proof).found()).isEqualTo("engine send_zc=on size=4096");
    Files.writeString(stdout, "x send_zc=off size=4096 y\n");
    assertThat(take(proof).held()).as("stdout is searched first").isFalse();
    assertThat(take(proof).found()).isEqualTo("x send_zc=off size=4096 y");
    assertThat(take(new Proof.Log("send_zc=", Map.of())).held()).isTrue();
    assertThat(take(new Proof.Log("send_zc=", Map.of("zc", "on"))).found())
        .contains("no group (?<zc>");
  }

  @Test
  void settingMustBeInForceInEveryInstance() {
    Proof proof = new Proof.Setting("engine", "zero-copy", Optional.of("auto"), "on");
    Observation.Registered good = registered("a", "auto", "on");
    assertThat(take(proof).found()).contains("no instance of component engine");
    assertThat(take(proof, good).held()).isTrue();
    assertThat(take(proof, good, registered("b", "auto", "off")).held()).isFalse();
    assertThat(take(proof, registered("b", "on", "on")).held()).isFalse();
    assertThat(
            take(
                    new Proof.Setting("engine", "zero-copy", Optional.empty(), "on"),
                    registered("b", "x", "on"))
                .held())
        .isTrue();
    assertThat(take(new Proof.Setting("engine", "other", Optional.empty(), "on"), good).found())
        .contains("not stated");
  }

  private static Observation.Registered registered(String name, String requested, String enabled) {
    return new Observation.Registered(
        1, 2, "engine", name, Map.of("zero-copy", requested), Map.of("zero-copy", enabled));
  }
}
