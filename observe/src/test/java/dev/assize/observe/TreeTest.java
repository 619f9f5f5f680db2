package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeTest {
  @TempDir Path root;

  @Test
  void readsSmallFiles() throws IOException {
    Files.writeString(root.resolve("number"), " -12 \n");
    Files.writeString(root.resolve("choice"), "a [b c] d\n");
    Files.writeString(root.resolve("plain"), "a b\n");
    Files.writeString(root.resolve("fields"), "model : x\nmodel name\t: A : B\n");
    Files.write(root.resolve("bytes"), new byte[] {(byte) 0xff, (byte) 0xfe});
    Tree tree = new Tree(root);

    assertThat(tree.text("number")).contains("-12");
    assertThat(tree.whole("number")).contains(-12L);
    assertThat(tree.whole("plain")).isEmpty();
    assertThat(tree.chosen("choice")).contains("b c");
    assertThat(tree.chosen("plain")).isEmpty();
    assertThat(tree.field("fields", "model name")).contains("A : B");
    assertThat(tree.field("fields", "other")).isEmpty();
    assertThat(tree.text("bytes")).isEmpty();
    assertThat(tree.text("none")).isEmpty();
    assertThat(tree.names(".", "[bn]*")).containsExactly("bytes", "number");
    assertThat(tree.names("none", "*")).isEmpty();
  }
}
