package dev.assize.bench.http.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class MessagePatternTest {
  private static byte[] message(MessagePattern pattern, long sender, long sequence) {
    byte[] bytes = new byte[pattern.bytes()];
    pattern.select(sender, sequence);
    pattern.copyTo(MemorySegment.ofArray(bytes), 0);
    return bytes;
  }

  @Property
  void anyChangedByteIsFoundWhereverTheMessageIsCut(
      @ForAll @IntRange(min = 32, max = 300) int length,
      @ForAll @LongRange(min = 0) long sender,
      @ForAll @LongRange(min = 0) long sequence,
      @ForAll @IntRange(min = 0, max = 299) int wrong,
      @ForAll @IntRange(min = 0, max = 299) int cut,
      @ForAll @IntRange(min = 1, max = 255) int change) {
    MessagePattern pattern = new MessagePattern(length);
    byte[] bytes = message(pattern, sender, sequence);
    int split = cut % (length + 1);
    MemorySegment found = MemorySegment.ofArray(bytes);
    assertThat(pattern.differsAt(found, 0, split, 0)).isEqualTo(-1);
    assertThat(pattern.differsAt(found, split, length - split, split)).isEqualTo(-1);
    int at = wrong % length;
    bytes[at] ^= (byte) change;
    long inFirst = pattern.differsAt(found, 0, split, 0);
    long inSecond = pattern.differsAt(found, split, length - split, split);
    assertThat(at < split ? inFirst : inSecond).isEqualTo(at);
    assertThat(at < split ? inSecond : inFirst).isEqualTo(-1);
  }

  @Test
  void neighboursDifferInHeaderAndFiller() {
    MessagePattern pattern = new MessagePattern(256);
    byte[] one = message(pattern, 3, 7);
    byte[] next = message(pattern, 3, 8);
    byte[] other = message(pattern, 4, 7);
    assertThat(new String(one, 0, 32, java.nio.charset.StandardCharsets.US_ASCII))
        .isEqualTo("00000000000000030000000000000007");
    assertThat(java.util.Arrays.mismatch(one, 32, 256, next, 32, 256)).isNotNegative();
    assertThat(java.util.Arrays.mismatch(one, 32, 256, other, 32, 256)).isNotNegative();
  }

  @Test
  void everyByteIsPrintableAndNamesItself() {
    MessagePattern pattern = new MessagePattern(4096);
    byte[] bytes = message(pattern, Long.MAX_VALUE, 12345);
    for (int at = 0; at < bytes.length; at++) {
      assertThat(bytes[at]).isBetween((byte) '0', (byte) 'o').isEqualTo(pattern.at(at));
    }
    assertThat(pattern.filler() % 4).isZero();
    assertThat(pattern.table().get(ValueLayout.JAVA_BYTE, pattern.filler())).isEqualTo(bytes[32]);
  }

  @Test
  void aMessageTooShortForItsNumbersIsRefused() {
    assertThatThrownBy(() -> new MessagePattern(31)).hasMessageContaining("32 to 1048576");
  }

  @Test
  void theLargeDocumentHasItsSize() {
    assertThat(Documents.large()).hasSize(65_536).startsWith('{').endsWith('}');
  }
}
