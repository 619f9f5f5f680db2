package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadSpecsTest {
  static List<Corpus.Entry> bad() {
    return Corpus.bad();
  }

  private static List<String> problems(byte[] bytes) {
    SpecException e =
        catchThrowableOfType(
            SpecException.class, () -> Spec.parse(bytes, Path.of("x.yaml"), Path.of("/specs")));
    assertThat(e).as("a refusal").isNotNull();
    assertThat(String.valueOf(e.getMessage()).lines()).hasSameSizeAs(e.problems());
    return e.problems().stream().map(SpecException.Problem::toString).toList();
  }

  private static List<String> problems(String yaml) {
    return problems(yaml.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void eachMistakeIsReportedWhereItIs(Corpus.Entry entry) {
    assertThat(problems(entry.yaml()))
        .containsExactlyElementsOf(entry.expected().stream().map(m -> "x.yaml:" + m).toList());
  }

  @Test
  void theCorpusIsThere() {
    assertThat(Corpus.bad()).hasSizeGreaterThan(100);
    assertThat(Corpus.valid()).hasSizeGreaterThan(5);
  }

  @Test
  void anEmptyFileIsNoSpec() {
    assertThat(problems(""))
        .containsExactly(
            "x.yaml:1:1: spec: expected a mapping that starts with 'assize: 1', found an empty"
                + " document; write one with 'assize init'");
  }

  @Test
  void otherEncodingsAreNamedByTheirFirstWrongByte() {
    assertThat(problems("assize: 1\nname: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1)))
        .containsExactly(
            "x.yaml:2:10: spec: expected text in UTF-8, found byte 0xE9 at offset 19; save the file"
                + " as UTF-8");
    assertThat(problems("assize: 1\n".getBytes(StandardCharsets.UTF_16)))
        .containsExactly(
            "x.yaml:1:1: spec: expected text in UTF-8, found byte 0xFE at offset 0; save the file"
                + " as UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000", "\u0001", "\u001b", "\u007f", "\u0090", "\uffff"})
  void controlCharactersAreNamed(String character) {
    assertThat(problems("assize: 1\nname: a" + character + "b\n"))
        .containsExactly(
            "x.yaml:2:8: spec: expected printable text, found the character U+%04X; remove it, or"
                    .formatted((int) character.charAt(0))
                + " write it as an escape in double quotes");
  }

  @Test
  void tenMegabytesAreRefusedWithoutParsing() {
    byte[] huge = new byte[10_000_000];
    Arrays.fill(huge, (byte) 'a');
    assertThat(problems(huge))
        .containsExactly(
            "x.yaml:1:1: spec: expected at most 1 MiB (1048576 bytes) of YAML, found more; check"
                + " that this is the spec and not a data file; data belongs in files it names");
  }

  @Test
  void tenMegabytesOnDiskAreNotReadWhole(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("big.yaml"), new byte[10_000_000]);
    SpecException e = catchThrowableOfType(SpecException.class, () -> Spec.read(file));
    assertThat(e.problems()).hasSize(1);
    assertThat(e).hasMessageContaining("expected at most 1 MiB");
  }

  @Test
  void filesThatCantBeReadAreSpecProblems(@TempDir Path directory) {
    Path missing = directory.resolve("no.yaml");
    assertThat(catchThrowableOfType(SpecException.class, () -> Spec.read(missing)))
        .hasMessage(
            missing
                + ":1:1: spec: expected a YAML file, found no such file; check the name, or write"
                + " one: assize init");
    assertThat(catchThrowableOfType(SpecException.class, () -> Spec.read(directory)))
        .hasMessageContaining("found a directory");
  }

  @Test
  void manyProblemsEndInACount() {
    StringBuilder yaml = new StringBuilder(SpecTest.SMALLEST);
    for (int i = 0; i < 200; i++) {
      yaml.append("zzzzzzzzzzzz").append(i).append(": 1\n");
    }
    List<String> problems = problems(yaml.toString());
    assertThat(problems).hasSize(51);
    assertThat(problems.getLast()).endsWith("and 150 more; repair the first ones");
  }

  @Test
  void aDecimalCommaIsNoNumber() {
    assertThat(
            problems(
                SpecTest.SMALLEST
                    + "metrics: { wall: { primary: true, minimum-effect: '1,5%' } }\n"))
        .singleElement()
        .asString()
        .contains("expected a percentage such as 1% or 0.5%, found text '1,5%'");
  }
}
