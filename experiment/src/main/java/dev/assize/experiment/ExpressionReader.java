package dev.assize.experiment;

import java.util.Optional;

/** Reads an expression from a string of a spec. Names are looked at by {@link ObservedNames}. */
final class ExpressionReader {
  private ExpressionReader() {}

  /** An expression and its text. */
  record Read(Expression expression, String text) {}

  /**
   * @param logical true: it must be a comparison; false: a number
   */
  static Optional<Read> read(Node node, String where, boolean logical, Values values) {
    Optional<String> text = values.text(node, where);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Expression expression;
    try {
      expression = Expression.parse(text.get());
    } catch (IllegalArgumentException e) {
      values.problems().add(node.at(), where + ": " + e.getMessage() + "; repair it there");
      return Optional.empty();
    }
    if (expression.logical() != logical) {
      values.reject(
          node,
          where,
          logical ? "an expression that is true or false" : "an expression that is a number",
          logical ? "compare it, for instance with '> 0'" : "remove the comparison");
      return Optional.empty();
    }
    return Optional.of(new Read(expression, text.get()));
  }
}
