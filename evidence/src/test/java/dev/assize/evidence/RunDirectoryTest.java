package dev.assize.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @TempDir Path directory;

  @Test
  void opensWhatWasCreated() throws Exception {
    RunDirectory made = SampleRun.create(directory.resolve("runs/sample/run"));
    RunDirectory opened = RunDirectory.open(made.path());

    assertThat(opened.runId()).isEqualTo("run");
    assertThat(opened.spec().bytes()).isEqualTo(made.spec().bytes());
    assertThat(opened.spec().experiment()).isEqualTo(made.spec().experiment());
    assertThat(opened.plan()).isEqualTo(made.plan());
    assertThat(opened.seal()).isEqualTo(made.seal());
    assertThat(opened.hostJson()).isEqualTo(made.hostJson());
    assertThat(opened.entries()).isEqualTo(made.entries()).hasSize(1);
  }

  @Test
  void choosesANameThatIsNotInUse() throws Exception {
    RunDirectory made = SampleRun.create(directory.resolve("run"));
    Path runs = directory.resolve("runs");
    Path first = RunDirectory.pathFor(runs, made.spec().experiment(), made.seal());
    Files.createDirectories(first);
    Path second = RunDirectory.pathFor(runs, made.spec().experiment(), made.seal());

    assertThat(first.toString()).matches(".*/runs/sample/20261202T071500Z-[0-9a-f]{4}");
    assertThat(second.toString()).matches(".*/runs/sample/20261202T071500Z-[0-9a-f]{8}");
  }

  @Test
  void refusesADirectoryWithContent() throws Exception {
    Files.writeString(directory.resolve("precious"), "");

    assertThatThrownBy(() -> SampleRun.create(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it has content; choose a new directory");
    assertThat(directory.resolve("journal.jsonl")).doesNotExist();
  }

  @Test
  void refusesASealedFileThatWasChangedOrRemoved() throws Exception {
    RunDirectory run = SampleRun.create(directory.resolve("run"));
    for (String name : List.of("experiment.yaml", "plan.json", "seal.json", "host.json")) {
      byte[] good = Files.readAllBytes(run.path().resolve(name));
      Files.writeString(run.path().resolve(name), "\n", java.nio.file.StandardOpenOption.APPEND);
      assertThatThrownBy(() -> RunDirectory.open(run.path()))
          .isInstanceOf(DamagedEvidenceException.class)
          .hasMessageContaining(name + ": expected SHA-256 ");
      Files.delete(run.path().resolve(name));
      assertThatThrownBy(() -> RunDirectory.open(run.path()))
          .isInstanceOf(DamagedEvidenceException.class)
          .hasMessageContaining(name + ": expected a file, found none");
      Files.write(run.path().resolve(name), good);
    }
    assertThat(RunDirectory.open(run.path()).plan()).isEqualTo(run.plan());
  }

  @Test
  void saysWhatIsMissingWhenItIsNoRun() throws Exception {
    assertThatThrownBy(() -> RunDirectory.open(directory.resolve("none")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("expected a run directory");
    assertThatThrownBy(() -> RunDirectory.open(directory))
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining("expected a journal, found none");
    Files.createFile(directory.resolve("journal.jsonl"));
    assertThatThrownBy(() -> RunDirectory.open(directory))
        .isInstanceOf(DamagedEvidenceException.class)
        .hasMessageContaining("expected a first line, found none");
  }
}
