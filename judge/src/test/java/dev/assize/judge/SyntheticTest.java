package dev.assize.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assize.evidence.RunDirectory;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyntheticTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Synthetic.Known.class)
  void judgeGivesTheKnownAnswer(Synthetic.Known known) throws Exception {
    Synthetic.write(known, directory.resolve("run"));

    Verdict verdict = Judge.judge(RunDirectory.open(directory.resolve("run")));

    assertThat(verdict.outcome()).isEqualTo(known.outcome());
    assertThat(verdict.drift()).isEqualTo(known.drift());
    assertThat(known.matches(verdict)).isTrue();
  }
}
