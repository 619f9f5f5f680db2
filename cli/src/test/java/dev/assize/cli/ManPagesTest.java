package dev.assize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManPagesTest {
  @TempDir Path temp;

  @Test
  void theCommittedPagesAreWhatTheCommandsSay() throws Exception {
    Path committed = Path.of("../docs/man");
    assertThat(Files.isDirectory(committed)).as("%s", committed.toAbsolutePath()).isTrue();
    ManPages.write(temp);
    assertThat(ManPages.read(committed))
        .as("write them again: see docs/commands.md, Man pages")
        .isEqualTo(ManPages.read(temp))
        .containsKeys("assize.adoc", "assize-ab.adoc")
        .doesNotContainKey("assize-warm-start.adoc");
  }
}
