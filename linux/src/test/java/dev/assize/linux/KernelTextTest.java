package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class KernelTextTest {
  @Property
  void everyByteSequenceSurvives(
      @ForAll @Size(max = 40) List<@IntRange(min = 1, max = 255) Integer> values) {
    byte[] bytes = new byte[values.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = values.get(i).byteValue();
    }
    assertThat(KernelText.encode(KernelText.decode(bytes))).isEqualTo(bytes);
  }

  @Test
  void validTextIsPlainUtf8() {
    String text = "aé漢😀";
    assertThat(KernelText.encode(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    assertThat(KernelText.decode(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  @Test
  void loneSurrogateIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KernelText.encode("a\uD800b"))
        .withMessageContaining("lone surrogate");
  }

  @Test
  void cutOffSequenceAtTheEndIsKept() {
    byte[] cut = {'a', (byte) 0xE6, (byte) 0xBC};
    assertThat(KernelText.decode(cut)).hasSize(3);
    assertThat(KernelText.encode(KernelText.decode(cut))).isEqualTo(cut);
  }
}
