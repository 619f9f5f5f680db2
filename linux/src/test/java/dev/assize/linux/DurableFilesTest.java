package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DurableFilesTest {
  @TempDir Path temp;

  @Test
  void directoryIsSyncedAndOnlyADirectory() throws Exception {
    Path trace = temp.resolve("file");
    Files.writeString(trace, "x");
    DurableFiles.syncDirectory(temp.toString());
    assertThatThrownBy(() -> DurableFiles.syncDirectory(trace.toString()))
        .hasMessageContaining("ENOTDIR")
        .hasMessageContaining(trace.toString());
    assertThatThrownBy(() -> DurableFiles.syncDirectory("/no/dir")).hasMessageContaining("ENOENT");
  }

  @Test
  void freeBytesAgreeWithTheJdk() throws Exception {
    long bytes = DurableFiles.freeBytes(temp.toString());
    long jdk = Files.getFileStore(temp).getUsableSpace();
    // Other processes write meanwhile; a wrong field or unit is off by far more.
    assertThat(bytes).isBetween(jdk - (1L << 30), jdk + (1L << 30));
    assertThatThrownBy(() -> DurableFiles.freeBytes("/no/dir")).hasMessageContaining("ENOENT");
  }

  @Test
  void renameNewNeverReplaces() throws Exception {
    Path one = Files.writeString(temp.resolve("one"), "1");
    Path two = Files.writeString(temp.resolve("two"), "2");
    assertThatThrownBy(() -> DurableFiles.renameNew(one.toString(), two.toString()))
        .hasMessageContaining("EEXIST");
    assertThat(two).hasContent("2");
    DurableFiles.exchange(one.toString(), two.toString());
    assertThat(one).hasContent("2");
    DurableFiles.renameNew(one.toString(), temp.resolve("three").toString());
    assertThat(temp.resolve("three")).hasContent("2");
    assertThat(one).doesNotExist();
  }
}
