package dev.assize.judge;

import dev.assize.experiment.Expression;
import dev.assize.experiment.Expression.Operator;

/**
 * The value of an expression. Anything missing in it makes the whole missing, with the reason: what
 * is not known is neither zero nor false.
 */
final class Evaluation {
  private Evaluation() {}

  /** Where the names in an expression get their values. */
  interface Names {
    /** A counter's increase over the window, or the value of a metric. */
    TrialValue value(String name);

    TrialValue call(Expression.Function function, String name);
  }

  static TrialValue of(Expression expression, Names names) {
    return switch (expression) {
      case Expression.Constant(double value) -> new TrialValue.Amount(value);
      case Expression.Name(String name) -> names.value(name);
      case Expression.Call(Expression.Function function, String name) -> names.call(function, name);
      case Expression.Binary(Operator operator, Expression left, Expression right) -> {
        TrialValue first = of(left, names);
        TrialValue second = of(right, names);
        if (!(first instanceof TrialValue.Amount(double a))) {
          yield first;
        }
        if (!(second instanceof TrialValue.Amount(double b))) {
          yield second;
        }
        if (operator == Operator.DIVIDED_BY && b == 0) {
          yield new TrialValue.Missing("division by zero: " + right.text() + " is 0");
        }
        double value = apply(operator, a, b);
        yield Double.isFinite(value)
            ? new TrialValue.Amount(value)
            : new TrialValue.Missing("the value of " + expression.text() + " is too large");
      }
    };
  }

  private static double apply(Operator operator, double a, double b) {
    return switch (operator) {
      case OR -> truth(a != 0 || b != 0);
      case AND -> truth(a != 0 && b != 0);
      case EQUAL -> truth(a == b);
      case NOT_EQUAL -> truth(a != b);
      case GREATER_OR_EQUAL -> truth(a >= b);
      case LESS_OR_EQUAL -> truth(a <= b);
      case GREATER -> truth(a > b);
      case LESS -> truth(a < b);
      case PLUS -> a + b;
      case MINUS -> a - b;
      case TIMES -> a * b;
      case DIVIDED_BY -> a / b;
    };
  }

  private static double truth(boolean holds) {
    return holds ? 1 : 0;
  }
}
