package dev.assize.bench.http;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.stream.Stream;

/** One invocation of the command inside this JVM. */
record BenchRun(int status, String out, String err) {
  static BenchRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new BenchRun(status, out.toString(), err.toString());
  }

  /** A load of a server on this machine, short unless the options say otherwise. */
  static BenchRun load(int port, String scenario, String... more) {
    return of(
        Stream.concat(
                Stream.of("load", "--scenario", scenario, "--port", String.valueOf(port)),
                Arrays.stream(more))
            .toArray(String[]::new));
  }

  /** The number that a line {@code name value} gives. */
  double number(String name) {
    return Double.parseDouble(value(name));
  }

  /** What stands after the name on its line. */
  String value(String name) {
    return out.lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line '" + name + "' in:\n" + out + err));
  }
}
