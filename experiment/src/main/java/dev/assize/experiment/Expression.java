package dev.assize.experiment;

import java.util.Set;
import java.util.TreeSet;

/**
 * Arithmetic over what was observed, for derived metrics and exposure. Written as usual: {@code + -
 * * /}, parentheses, {@code == != > >= < <=}, {@code && ||}. A name alone is the increase over the
 * window; {@code rate(x)} the increase per second; {@code first, last, min, max, mean} take a
 * gauge's samples.
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
    MEAN
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
