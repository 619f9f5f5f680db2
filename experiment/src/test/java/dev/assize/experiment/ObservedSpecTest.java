package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers, observation, proofs, expressions in specs. */
class ObservedSpecTest {
  private static final String HASH =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

  static String observed() {
    return Corpus.valid().stream()
        .filter(e -> e.name().equals("observed"))
        .findFirst()
        .orElseThrow()
        .yaml();
  }

  private static Experiment experiment() throws SpecException {
    return SpecTest.parse(observed()).experiment();
  }

  @Test
  void serversAreRead() throws SpecException {
    Scenario echo = experiment().scenario(new ScenarioName("echo"));
    assertThat(echo.server())
        .contains(
            new Server(
                new Command.Argv(
                    List.of("./server", "--port", "${port.http}", "--bind", "${address}")),
                Map.of("LOG", "info"),
                List.of("http", "admin"),
                new Server.Ready.NamedPort("http"),
                new Nanos(3_000_000_000L),
                new Nanos(2_000_000_000L),
                List.of(0),
                Server.Per.CELL));
    assertThat(echo.treated()).isEqualTo(Scenario.Treated.SERVER);
    assertThat(echo.network()).isEqualTo(Network.VETH);
    assertThat(echo.cpus()).containsExactly(1);
    assertThat(echo.warmUp()).isEqualTo(new Nanos(500_000_000L));
    assertThat(echo.control()).isFalse();
    assertThat(echo.command())
        .isEqualTo(
            new Command.Argv(List.of("./load", "--seconds", "20", "${address}:${port.http}")));
    Scenario json = experiment().scenario(new ScenarioName("json"));
    Server server = json.server().orElseThrow();
    assertThat(server.readiness())
        .isEqualTo(new Server.Ready.Rule(new Readiness.StdoutLine("^ready")));
    assertThat(server.readyTimeout()).isEqualTo(new Nanos(10_000_000_000L));
    assertThat(server.grace()).isEqualTo(new Nanos(5_000_000_000L));
    assertThat(server.per()).isEqualTo(Server.Per.TRIAL);
    assertThat(json.treated()).isEqualTo(Scenario.Treated.BOTH);
    assertThat(json.control()).isTrue();
    assertThat(json.network()).isEqualTo(Network.LOOPBACK);
  }

  @Test
  void armsChangeWhatIsTreated() throws SpecException {
    Experiment e = experiment();
    ArmName on = new ArmName("on");
    Cell echo = new Cell(new ScenarioName("echo"), new VariantName("uring"));
    Cell json = new Cell(new ScenarioName("json"), new VariantName("epoll"));
    assertThat(e.command(echo, on)).isEqualTo(e.scenario(echo.scenario()).command());
    assertThat(e.serverCommand(echo, on))
        .contains(
            new Command.Argv(
                List.of(
                    "./server",
                    "--port",
                    "${port.http}",
                    "--bind",
                    "${address}",
                    "--engine",
                    "uring",
                    "--zero-copy")));
    assertThat(e.commandEnvironment(echo, on)).isEmpty();
    assertThat(e.serverEnvironment(echo, on)).isEqualTo(Map.of("LOG", "info", "MODE", "zc"));
    assertThat(e.command(json, on))
        .isEqualTo(new Command.Argv(List.of("./load", "--engine", "epoll", "--zero-copy")));
    assertThat(e.commandEnvironment(json, on)).isEqualTo(Map.of("MODE", "zc"));
  }

  @Test
  void observationProofsAndExpressionsAreRead() throws SpecException {
    Experiment e = experiment();
    assertThat(e.observe())
        .contains(
            new Observe(
                new Nanos(100_000_000L),
                true,
                true,
                List.of(
                    new Observe.Counters.Document(
                        "engine",
                        Observe.Format.JSON,
                        "http://${address}:${port.admin}/counters",
                        "/pid",
                        Optional.of("/time"),
                        Map.of("sends", "/zero_copy/sends", "bytes", "/bytes")),
                    new Observe.Counters.Document(
                        "web",
                        Observe.Format.PROMETHEUS,
                        "/specs/counters/${arm}.txt",
                        "process_pid",
                        Optional.empty(),
                        Map.of()),
                    new Observe.Counters.Protocol("sender", "sender")),
                List.of(
                    new Observe.Witness(
                        "zc", "io_uring:io_uring_submit_req", Optional.of("opcode == 47")),
                    new Observe.Witness(
                        "sendfile", "syscalls:sys_enter_sendfile64", Optional.empty())),
                new Nanos(50_000_000L)));
    assertThat(e.arm(new ArmName("on")).proofs())
        .containsExactly(
            new Proof.Environment("MODE", "zc"),
            new Proof.CommandLine("--zero-copy( |$)"),
            new Proof.Executable(HASH),
            new Proof.Setting("sender", "zero-copy", Optional.of("on"), "on"));
    assertThat(e.arm(new ArmName("off2")).proofs())
        .containsExactly(new Proof.Log("zero copy: (?<state>[a-z]+)", Map.of("state", "off")));
    assertThat(e.metric(new MetricName("cpu-per-GB")).source())
        .isEqualTo(
            new Metric.Source.Derived(
                Expression.parse("server.cpu / (engine.bytes / 1e9)"),
                "server.cpu / (engine.bytes / 1e9)"));
    assertThat(e.metric(new MetricName("cpu-per-GB")).unit()).isEqualTo("s/GB");
    assertThat(e.exposures().getFirst())
        .isEqualTo(
            new Exposure(
                Optional.of(new ArmName("on")),
                new Exposure.Condition.Holds(
                    Expression.parse("engine.sends > 0 && zc > 0"), "engine.sends > 0 && zc > 0")));
    assertThat(e.exposures().getLast().arm()).isEmpty();
    assertThat(e.decision().across()).isEqualTo(Decision.Compose.ALL);
    assertThat(e.decision().drift()).isEqualTo(2);
    Observe defaults =
        SpecTest.parse(SpecTest.SMALLEST + "observe: {}\n").experiment().observe().orElseThrow();
    assertThat(defaults)
        .isEqualTo(
            new Observe(
                new Nanos(1_000_000_000L),
                true,
                true,
                List.of(),
                List.of(),
                new Nanos(100_000_000L)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "ready: { port: http }#ready: { port: htp }#ready.port: expected one of the server's ports http, admin, found text 'htp'; did you mean 'http'?",
        "\"${port.http}\", --bind#\"${port.htp}\", --bind#found ${port.htp}; did you mean ${port.http}?",
        "ports: [http, admin]#ports: [http, http]#expected each port once",
        "ports: [http, admin]#ports: [http, a b]#rename the port 'a b'",
        "      ready: { port: http }#      redy: { port: http }#unknown key 'redy'; did you mean 'ready'?",
        "ready-timeout: 3s#ready-timeout: 0s#a duration above 0 and of at most 1h",
        "grace: 2s#grace: 2h#a duration of at most 1h",
        "per: cell#per: cells#did you mean 'cell'?",
        "cpus: [0]#cpus: [zero]#echo.server.cpus: expected CPU numbers",
        "network: veth#network: vet#did you mean 'veth'?",
        "warm-up: 500ms#warm-up: 5#expected a duration such as",
        "treated: both#treated: bot#did you mean 'both'?",
        "LOG: info#LD_PRELOAD: x#no variable that changes which code is loaded",
        "every: 100ms#every: 9ms#observe.every: expected a duration from 10ms to 1h",
        "clock-bound: 50ms#clock-bound: 0s#expected a duration above 0",
        "  every: 100ms#  evry: 100ms#unknown key 'evry'; did you mean 'every'?",
        "${port.admin}/counters#${port.adm}/counters#did you mean ${port.admin}?",
        "http://${address}#https://${address}#an address that starts with http://, or a path",
        "pid: /pid#pid: pid#expected a JSON pointer such as",
        "pid: process_pid#time: t#expected the key 'pid'",
        "{ protocol: sender }#{ protocol: sender, pid: /p }#expected nothing beside 'protocol'",
        "{ protocol: sender }#{ pid: /p }#expected one of json, prometheus, protocol, found none",
        "    zc: {#    host: {#expected a name of letters, digits and _",
        "    zc: {#    web: {#expected names of counters and witnesses that differ",
        "io_uring:io_uring_submit_req#io_uring#expected group:event",
        "\"opcode == 47\"#\"\"#expected a filter such as",
        "(engine.bytes / 1e9)#(engine.byts / 1e9)#found 'engine.byts'; did you mean 'engine.bytes'?",
        "(engine.bytes / 1e9)#(engine.bytes / 1e9#expected ')' at column 33 of the expression",
        "(engine.bytes / 1e9)\"#engine.bytes > 0\"#expected an expression that is a number",
        "server.cpu /#`cpu-per-GB` /#expected metrics that don't depend on themselves",
        "server.cpu /#busy + `cpu-per-GB` /#a cycle through 'cpu-per-GB'",
        "server.cpu /#server.cpus /#did you mean 'server.cpu'?",
        "server.cpu /#server.rss /#expected a gauge inside first, last, min, max or mean, found 'server.rss'",
        "server.cpu /#rate(server.rss) /#expected a gauge inside first",
        "mean(server.rss)#rate(window.seconds)#expected a counter or gauge in rate( ), found 'window.seconds'",
        "host.cpu.busy /#host.cpu.bussy /#did you mean 'host.cpu.busy'?",
        "s/GB, better: lower#s/GB#expected the key 'better'",
        "derived: \"host#stdout: '(1)', derived: \"host#expected one source",
        "  busy: {#  zc: {#a name that no counter or witness under 'observe' has",
        "zc > 0\"#zcc > 0\"#found 'zcc'; did you mean 'zc'?",
        "engine.sends > 0 &&#engine.sends &&#a comparison as operand of '&&' at column 1",
        "engine.sends > 0 && zc > 0\"#engine.sends\"#an expression that is true or false",
        "{ arm: on, expression#{ arm: onn, expression#did you mean 'on'?",
        "{ arm: on, expression#{ arm: on, is: zero, expression#no 'metric' or 'is' beside 'expression'",
        "- { expression:#- { metric: wall, expression:#no 'metric' or 'is' beside 'expression'",
        "component: sender#component: sendr#expected one of the components sender, found text 'sendr'; did you mean 'sender'?",
        "{ state: \"off\" }#{ stat: \"off\" }#expected one of the named groups state, found 'stat'; did you mean 'state'?",
        "'--zero-copy( |$)'#'--zero-copy('#expected a regular expression",
        "executable: 0123#executable: no/such/0123#or the path of a file to hash at sealing",
        "- environment: { MODE: zc }#- { environment: { MODE: zc }, log: x }#expected one of environment, command-line, executable, log, setting in each item, found environment, log",
        "- environment: { MODE: zc }#- { environment: { MODE: zc }, captures: { a: b } }#'captures' beside 'log'",
        "across: all#across: al#did you mean 'all'?",
        "drift: 2#drift: -1#a whole number from 0 to 1000000",
        "control: true#control: 1#expected true or false",
        "values: { seconds: 20 }#values: { workspace: 20 }#expected a parameter name",
        "cells: [\"!uring\"]#cells: [\"!urin\"]#expected patterns that match a cell, found '!urin'; cells: echo/epoll, echo/uring",
        "    design: { blocks: 1, warmups: 0 }#    desgn: { blocks: 1 }#unknown key 'desgn'; did you mean 'design'?",
        "warm-up: 10s#warm-up: 10#expected a duration such as",
      })
  void mistakesAreNamed(String from, String to, String message) {
    assertThat(observed()).contains(from);
    String yaml = observed().replace(from, to);
    SpecException e = catchThrowableOfType(SpecException.class, () -> SpecTest.parse(yaml));
    assertThat(e).as("a refusal of " + to).isNotNull();
    assertThat(e).hasMessageContaining(message);
  }

  @Test
  void aServerIsNeededForWhatIsAboutServers() {
    String plain = SpecTest.SMALLEST;
    assertThat(plain).contains("checks:");
    for (String key : List.of("treated: server", "treated: both", "network: veth")) {
      String yaml = plain.replaceFirst("( +)checks:", "$1" + key + "\n$1checks:");
      SpecException e = catchThrowableOfType(SpecException.class, () -> SpecTest.parse(yaml));
      assertThat(e).as(key).hasMessageContaining("expected a scenario with 'server'");
    }
    SpecException names =
        catchThrowableOfType(
            SpecException.class,
            () ->
                SpecTest.parse(
                    plain
                        + "metrics: { wall: { primary: true },"
                        + " x: { derived: server.cpu, better: lower } }\n"));
    assertThat(names).hasMessageContaining("'server.cpu'; add 'observe' to the spec");
  }

  @Test
  void anExecutableIsHashedWhenTheSpecIsReadAndComesFromTheSealLater(@TempDir Path directory)
      throws Exception {
    Path program = Files.writeString(directory.resolve("program"), "abc");
    String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    byte[] yaml = observed().replace(HASH, "program").getBytes(StandardCharsets.UTF_8);
    Spec spec = Spec.parse(yaml, Path.of("x.yaml"), directory);
    assertThat(spec.experiment().arm(new ArmName("on")).proofs())
        .contains(new Proof.Executable(abc));
    assertThat(spec.executables()).isEqualTo(Map.of(program.toString(), abc));
    Seal seal = Seal.of(spec, Planner.plan(spec.experiment(), 1), Instant.EPOCH);
    Seal read = Seal.fromJson(seal.toJson());
    assertThat(read).isEqualTo(seal);

    Files.delete(program);
    Spec sealed = Spec.parse(yaml, Path.of("x.yaml"), read);
    assertThat(sealed.experiment()).isEqualTo(spec.experiment());
    assertThat(
            catchThrowableOfType(
                SpecException.class, () -> Spec.parse(yaml, Path.of("x.yaml"), directory)))
        .hasMessageContaining("the path of a file to hash at sealing");
  }
}
