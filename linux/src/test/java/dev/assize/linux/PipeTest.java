package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PipeTest {
  @Test
  void outputOfAChildIsDrainedToItsEnd() throws Exception {
    try (Pipe pipe = new Pipe();
        Prepared prepared =
            Run.shell("head -c 1000000 /dev/zero", java.nio.file.Path.of("/dev/null"))
                .withStdio(Stdio.nullDevice(), new Stdio.Fd(pipe.writeEnd()), Stdio.nullDevice())
                .prepare()) {
      Child child = prepared.launch();
      pipe.closeWriteEnd();
      assertThat(pipe.drain()).isEqualTo(1_000_000);
      assertThat(child.await(Supervision.none()).status().isSuccess()).isTrue();
      assertThat(pipe.read(new byte[10])).isEqualTo(-1);
      assertThatIllegalStateException().isThrownBy(pipe::writeEnd).withMessageContaining("write");
    }
  }

  @Test
  void bytesArriveAsWritten() throws Exception {
    try (Pipe pipe = new Pipe();
        Prepared prepared =
            Spawn.of("/usr/bin/printf", List.of("printf", "\\377ab"))
                .withStdio(Stdio.nullDevice(), new Stdio.Fd(pipe.writeEnd()), Stdio.nullDevice())
                .prepare()) {
      prepared.launchAndWait(Supervision.none());
      byte[] target = new byte[10];
      assertThat(pipe.read(target)).isEqualTo(3);
      assertThat(target).startsWith(0xFF, 'a', 'b');
    }
  }

  @Test
  void closedPipeRefusesToRead() throws Exception {
    Pipe pipe = new Pipe();
    pipe.close();
    pipe.close();
    assertThatIllegalStateException().isThrownBy(pipe::drain).withMessageContaining("read end");
  }
}
