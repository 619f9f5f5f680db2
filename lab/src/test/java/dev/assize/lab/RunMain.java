package dev.assize.lab;

import dev.assize.evidence.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A lab in a JVM of its own, to be killed: {@code RunMain <run directory>}. */
final class RunMain {
  private RunMain() {}

  @SuppressWarnings("SystemExitOutsideMain") // It is the main of its own JVM.
  public static void main(String[] arguments) throws Exception {
    try {
      LabResult result =
          Lab.carryOut(
              RunDirectory.open(Path.of(arguments[0])),
              event -> System.out.println(event.getClass().getSimpleName()),
              new Stop());
      System.out.println(result);
    } catch (IOException e) {
      System.out.println("IOException " + e.getMessage());
    }
  }

  /** The command line of a JVM with this test's class path. */
  static List<String> command(String classPath, Path run) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            classPath,
            RunMain.class.getName(),
            run.toString()));
  }

  /** Starts it with its output in a file beside the run. */
  static Process start(List<String> command, Path output) throws IOException {
    Files.deleteIfExists(output);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
