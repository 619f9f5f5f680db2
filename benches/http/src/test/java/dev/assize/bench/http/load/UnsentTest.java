package dev.assize.bench.http.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class UnsentTest {
  @SuppressWarnings("restricted") // Reads what the kernel would read.
  private static byte[] take(Unsent unsent, long length) {
    MemorySegment waiting = MemorySegment.ofAddress(unsent.address()).reinterpret(length);
    byte[] taken = waiting.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    unsent.sent(length);
    return taken;
  }

  @Property
  void bytesLeaveInTheOrderInWhichTheyCame(
      @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 9_000) Integer> pieces,
      @ForAll @IntRange(min = 1, max = 100) int percent) {
    Unsent unsent = new Unsent();
    ByteArrayOutputStream came = new ByteArrayOutputStream();
    ByteArrayOutputStream left = new ByteArrayOutputStream();
    int next = 0;
    for (int length : pieces) {
      byte[] piece = new byte[length + 2];
      for (int at = 1; at <= length; at++) {
        piece[at] = (byte) next++;
      }
      unsent.add(MemorySegment.ofArray(piece), 1, length + 1L);
      came.write(piece, 1, length);
      left.writeBytes(take(unsent, unsent.length() * percent / 100));
    }
    left.writeBytes(take(unsent, unsent.length()));
    assertThat(unsent.isEmpty()).isTrue();
    assertThat(left.toByteArray()).isEqualTo(came.toByteArray());
  }
}
