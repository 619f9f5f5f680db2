package dev.assize.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SystemInfoTest {
  @TempDir Path temp;

  @Test
  void kernelAgreesWithUname() throws Exception {
    SystemInfo.Kernel kernel = SystemInfo.kernel();
    assertThat(
            String.join(
                " ",
                kernel.system(),
                kernel.host(),
                kernel.release(),
                kernel.version(),
                kernel.machine()))
        .isEqualTo(Run.output("uname -snrvm").strip());
  }

  @Test
  void ticksAndUserAgreeWithTheCommands() throws Exception {
    assertThat(SystemInfo.ticksPerSecond())
        .isEqualTo(Long.parseLong(Run.output("getconf CLK_TCK").strip()));
    assertThat(SystemInfo.effectiveUser()).isEqualTo(Integer.parseInt(Run.output("id -u").strip()));
  }

  @Test
  void aFileIsNoTerminalAndAPseudoTerminalIsOne() throws Exception {
    assertThat(SystemInfo.isTerminal(9999)).isFalse();
    assertThat(SystemInfo.terminalColumns(9999)).isEmpty();
    String jvm = ProcessHandle.current().info().command().orElseThrow();
    String classPath = System.getProperty("java.class.path");
    Path probe = temp.resolve("probe");
    Files.writeString(
        probe,
        "#!/bin/sh\nstty cols 97 rows 20\nexec "
            + jvm
            + " --enable-native-access=ALL-UNNAMED -cp '"
            + classPath
            + "' dev.assize.linux.TerminalProbe\n");
    assertThat(Run.output("script -qec 'sh " + probe + "' /dev/null < /dev/null"))
        .contains("terminal=true columns=97");
    assertThat(Run.output("sh " + probe + " 2>&1")).contains("terminal=false columns=none");
  }
}
