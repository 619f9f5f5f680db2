package dev.assize.experiment;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Arithmetic over what was observed, for derived metrics and exposure. Written as usual: {@code + -
 * * /}, parentheses, {@code == != > >= < <=}, {@code && ||}. A name alone is the increase over the
 * window; {@code rate(x)} the increase per second; {@code first, last, min, max, mean} take a
 * gauge's samples. A name with other characters than letters, digits, {@code _} and points stands
 * in backquotes.
 */
public sealed interface Expression {
  /** A number as written. */
  record Constant(double value) implements Expression {}

  /** The increase of a counter over the window, or the value of another metric. */
  record Name(String name) implements Expression {}

  /** A function of a counter's samples in the window. */
  record Call(Function function, String name) implements Expression {}

  /** Two operands. A comparison or logical operator gives 1 or 0. */
  record Binary(Operator operator, Expression left, Expression right) implements Expression {}

  /** What may stand before a name in parentheses. */
  enum Function {
    RATE,
    FIRST,
    LAST,
    MIN,
    MAX,
    MEAN;

    /** As written. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Operators, from the loosest to the tightest. */
  enum Operator {
    OR("||", 0),
    AND("&&", 1),
    EQUAL("==", 2),
    NOT_EQUAL("!=", 2),
    GREATER_OR_EQUAL(">=", 2),
    LESS_OR_EQUAL("<=", 2),
    GREATER(">", 2),
    LESS("<", 2),
    PLUS("+", 3),
    MINUS("-", 3),
    TIMES("*", 4),
    DIVIDED_BY("/", 4);

    private final String sign;
    private final int tightness;

    Operator(String sign, int tightness) {
      this.sign = sign;
      this.tightness = tightness;
    }

    /** As written. */
    public String sign() {
      return sign;
    }

    /** Operators of a larger number are applied first. */
    public int tightness() {
      return tightness;
    }

    /** Gives true or false. */
    public boolean logical() {
      return tightness <= 2;
    }
  }

  /**
   * Reads an expression. Operands of {@code && ||} are comparisons, all others numbers.
   *
   * @throws IllegalArgumentException with what was expected, what was found, and the column (from
   *     1)
   */
  static Expression parse(String text) {
    return ExpressionParser.parse(text);
  }

  /** Returns a text that {@link #parse} reads as this expression. */
  default String text() {
    return switch (this) {
      case Constant(double value) -> written(value);
      case Name(String name) -> written(name);
      case Call(Function function, String name) -> function.key() + "(" + written(name) + ")";
      case Binary(Operator operator, Expression left, Expression right) ->
          operand(left, operator.tightness())
              + " "
              + operator.sign()
              + " "
              + operand(right, operator.tightness() + 1);
    };
  }

  private static String operand(Expression operand, int tightness) {
    return operand instanceof Binary binary && binary.operator().tightness() < tightness
        ? "(" + operand.text() + ")"
        : operand.text();
  }

  private static String written(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole && Double.compare(value, -0.0) != 0
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String written(String name) {
    return ExpressionParser.PLAIN.matcher(name).matches() ? name : "`" + name + "`";
  }

  /** Every name in it, sorted. */
  default Set<String> names() {
    Set<String> names = new TreeSet<>();
    collect(this, names);
    return names;
  }

  /** True when its outermost operator gives true or false. */
  default boolean logical() {
    return this instanceof Binary binary && binary.operator().logical();
  }

  private static void collect(Expression expression, Set<String> names) {
    switch (expression) {
      case Constant _ -> {}
      case Name(String name) -> names.add(name);
      case Call(Function _, String name) -> names.add(name);
      case Binary(Operator _, Expression left, Expression right) -> {
        collect(left, names);
        collect(right, names);
      }
    }
  }
}
