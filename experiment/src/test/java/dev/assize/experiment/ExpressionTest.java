package dev.assize.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assize.experiment.Expression.Binary;
import dev.assize.experiment.Expression.Call;
import dev.assize.experiment.Expression.Constant;
import dev.assize.experiment.Expression.Function;
import dev.assize.experiment.Expression.Name;
import dev.assize.experiment.Expression.Operator;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ExpressionTest {
  @Property(tries = 1_000)
  void whatIsPrintedIsReadAsTheSame(@ForAll("expressions") Expression expression) {
    assertThat(Expression.parse(expression.text())).isEqualTo(expression);
  }

  @Property(tries = 1_000)
  void anyTextIsReadOrRefusedWithAColumn(@ForAll("scraps") String text) {
    try {
      Expression read = Expression.parse(text);
      assertThat(Expression.parse(read.text())).isEqualTo(read);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContainingAll("expected", "at column", "found");
    }
  }

  @Example
  void operatorsBindAsUsualAndToTheLeft() {
    assertThat(Expression.parse("a - b - c * 2 / d > 1 && e == 0 || f < -1.5e3"))
        .isEqualTo(
            binary(
                Operator.OR,
                binary(
                    Operator.AND,
                    binary(
                        Operator.GREATER,
                        binary(
                            Operator.MINUS,
                            binary(Operator.MINUS, name("a"), name("b")),
                            binary(
                                Operator.DIVIDED_BY,
                                binary(Operator.TIMES, name("c"), new Constant(2)),
                                name("d"))),
                        new Constant(1)),
                    binary(Operator.EQUAL, name("e"), new Constant(0))),
                binary(Operator.LESS, name("f"), new Constant(-1500))));
  }

  @Example
  void namesAndFunctions() {
    assertThat(Expression.parse("rate(host.cpu0.busy)"))
        .isEqualTo(new Call(Function.RATE, "host.cpu0.busy"));
    assertThat(Expression.parse("mean( `host.net.br-0.rx_bytes` )"))
        .isEqualTo(new Call(Function.MEAN, "host.net.br-0.rx_bytes"));
    assertThat(Expression.parse("`cpu-per-GB`")).isEqualTo(name("cpu-per-GB"));
    assertThat(Expression.parse("mean")).isEqualTo(name("mean"));
    assertThat(Expression.parse("server.cpu / (engine.bytes_written / 1e9)").names())
        .containsExactly("engine.bytes_written", "server.cpu");
    assertThat(Expression.parse("a > 0").logical()).isTrue();
    assertThat(Expression.parse("a + 0").logical()).isFalse();
  }

  @Example
  void mistakesAreNamedWithTheirColumn() {
    refused("", "a number, a name or '(' at column 1 of the expression '', found the end");
    refused("a +", "a number, a name or '(' at column 4 of the expression 'a +', found the end");
    refused("a + > 3", "a number, a name or '(' at column 5", "found '>'");
    refused("a b", "an operator or the end at column 3", "found 'b'");
    refused("(a + b", "')' at column 7", "found the end");
    refused("a)", "an operator or the end at column 2", "found ')'");
    refused("a = b", "a number, a name, an operator or a parenthesis at column 3", "found '='");
    refused("a & b", "column 3", "found '&'");
    refused("!a", "column 1", "found '!'");
    refused("1,5", "column 2", "found ','");
    refused("a < b < c", "a number as operand of '<' at column 1", "found a comparison");
    refused("a && b > 0", "a comparison as operand of '&&' at column 1", "found a number");
    refused("a > 0 || b", "a comparison as operand of '||' at column 10", "found a number");
    refused("(a > 0) + 1", "a number as operand of '+' at column 1", "found a comparison");
    refused(
        "sum(a)", "one of the functions rate, first, last, min, max, mean at column 1", "'sum'");
    refused("rate(a + b)", "')' at column 8", "found '+'");
    refused("rate(3)", "the name of a counter or gauge at column 6", "found '3'");
    refused("rate()", "the name of a counter or gauge at column 6", "found ')'");
    refused("-a", "a number after '-' at column 2", "found 'a'");
    refused("1e999", "a number of at most 1.8e308 at column 1", "found '1e999'");
    refused("3x", "an operator or the end at column 2", "found 'x'");
    refused("a.", "column 2", "found '.'");
    refused("`a", "column 1", "found '`'");
    refused("\ud83d\ude00", "column 1", "found '\ud83d\ude00'");
    refused("(".repeat(51) + "a" + ")".repeat(51), "at most 50 levels of parentheses at column 51");
    assertThat(Expression.parse("(".repeat(50) + "a" + ")".repeat(50))).isEqualTo(name("a"));
    assertThatThrownBy(() -> Expression.parse("1+".repeat(1_000) + "1"))
        .hasMessageContaining("at most 2000 characters, found 2001");
    assertThat(Expression.parse("1+".repeat(999) + "1").names()).isEmpty();
  }

  private static void refused(String text, String... parts) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Expression.parse(text))
        .satisfies(e -> assertThat(e).hasMessageContainingAll(parts));
  }

  private static Expression binary(Operator operator, Expression left, Expression right) {
    return new Binary(operator, left, right);
  }

  private static Expression name(String name) {
    return new Name(name);
  }

  @Provide
  Arbitrary<Expression> expressions() {
    return Arbitraries.oneOf(numbers(4), truths(3));
  }

  @Provide
  Arbitrary<String> scraps() {
    return Arbitraries.of(
            "a",
            "engine.x",
            "`b-c`",
            "1",
            "2.5",
            "(",
            ")",
            "+",
            "-",
            "*",
            "/",
            ">",
            ">=",
            "==",
            "&&",
            "||",
            "rate",
            "mean(",
            " ",
            "=",
            "1e9",
            ".",
            "é",
            "#")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  private Arbitrary<Expression> numbers(int depth) {
    Arbitrary<Expression> leaves =
        Arbitraries.oneOf(
            Arbitraries.doubles().map(Constant::new),
            Arbitraries.of(-0.0, 0.0, 1e15, -3.0, Double.MIN_VALUE).map(Constant::new),
            names().map(Name::new),
            Combinators.combine(Arbitraries.of(Function.values()), names()).as(Call::new));
    return depth == 0
        ? leaves
        : Arbitraries.oneOf(leaves, binaries(numbers(depth - 1), operators(3, 4)));
  }

  private Arbitrary<Expression> truths(int depth) {
    Arbitrary<Expression> comparisons = binaries(numbers(2), operators(2, 2));
    return depth == 0
        ? comparisons
        : Arbitraries.oneOf(comparisons, binaries(truths(depth - 1), operators(0, 1)));
  }

  private static List<Operator> operators(int from, int to) {
    return Arrays.stream(Operator.values())
        .filter(o -> o.tightness() >= from && o.tightness() <= to)
        .toList();
  }

  private static Arbitrary<Expression> binaries(
      Arbitrary<Expression> operands, List<Operator> operators) {
    return Combinators.combine(Arbitraries.of(operators), operands, operands).as(Binary::new);
  }

  private static Arbitrary<String> names() {
    return Arbitraries.of(
        "a", "engine.bytes", "host.cpu0.busy", "cpu-per-GB", "rate", "x y", "1e9", "é", "a..b");
  }
}
