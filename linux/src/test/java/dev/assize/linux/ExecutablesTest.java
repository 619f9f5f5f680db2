package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExecutablesTest {
  @TempDir Path temp;

  @Test
  void firstExecutableInPathWins() throws IOException {
    Path one = Files.createDirectories(temp.resolve("one"));
    Path two = Files.createDirectories(temp.resolve("two"));
    Files.writeString(one.resolve("tool"), "not executable");
    Path tool = Files.writeString(two.resolve("tool"), "#!/bin/sh\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    assertThat(Executables.resolve("tool", "/no/dir:" + one + ":" + two)).isEqualTo(tool);
  }

  @Test
  void nameWithSlashIsAPath() throws IOException {
    assertThat(Executables.resolve("/bin/sh", "")).isEqualTo(Path.of("/bin/sh"));
    Path tool = Files.writeString(temp.resolve("tool"), "#!/bin/sh\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    assertThat(Executables.resolve("./tool", "", temp).normalize()).isEqualTo(tool);
  }

  @Test
  void failureListsWhatWasSearchedAndWhy() throws IOException {
    Path plain = Files.writeString(temp.resolve("plain"), "");
    Files.createDirectory(temp.resolve("dir"));
    assertThatThrownBy(() -> Executables.resolve("plain", "/no/dir:" + temp))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'plain' not found")
        .hasMessageContaining("/no/dir/plain (does not exist)")
        .hasMessageContaining(plain + " (is not executable)");
    assertThatThrownBy(() -> Executables.resolve(temp + "/dir", "/bin"))
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> Executables.resolve("", "/bin")).hasMessageContaining("empty");
  }
}
