package dev.assize.experiment;

import dev.assize.experiment.Expression.Binary;
import dev.assize.experiment.Expression.Call;
import dev.assize.experiment.Expression.Constant;
import dev.assize.experiment.Expression.Function;
import dev.assize.experiment.Expression.Name;
import dev.assize.experiment.Expression.Operator;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads expressions by recursive descent, one method for each level of tightness. */
final class ExpressionParser {
  /** Names that need no backquotes. */
  static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z0-9_]+)*");

  /** Chains of operators nest to the left, so the length bounds the depth as well. */
  private static final int LONGEST = 2_000;

  private static final int DEEPEST = 50;

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<number>[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?)"
              + "|(?<plain>"
              + PLAIN
              + ")"
              + "|`(?<quoted>[^`\\p{Cntrl}]+)`"
              + "|(?<sign>\\|\\||&&|==|!=|>=|<=|[-+*/><()])");

  private static final Pattern SPACE = Pattern.compile("[ \\t\\n]*");

  private final String text;
  private final Matcher matcher;
  private int at;
  private int depth;
  private boolean ended;

  private ExpressionParser(String text) {
    this.text = text;
    this.matcher = TOKEN.matcher(text);
  }

  static Expression parse(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "expected an expression of at most "
              + LONGEST
              + " characters, found "
              + text.length()
              + "; state parts of it as metrics of their own");
    }
    ExpressionParser parser = new ExpressionParser(text);
    parser.advance(0);
    Expression whole = parser.level(0);
    if (!parser.ended) {
      throw parser.unexpected("an operator or the end");
    }
    return whole;
  }

  /** The operators of this tightness and all that bind closer. */
  private Expression level(int tightness) {
    if (tightness > 4) {
      return operand();
    }
    int start = at;
    Expression left = level(tightness + 1);
    for (Optional<Operator> next = operator(tightness); next.isPresent(); ) {
      Operator operator = next.get();
      boolean wantsLogical = tightness <= 1;
      check(left, wantsLogical, operator, start);
      advance(matcher.end());
      int rightStart = at;
      Expression right = level(tightness + 1);
      check(right, wantsLogical, operator, rightStart);
      left = new Binary(operator, left, right);
      next = operator(tightness);
    }
    return left;
  }

  private Optional<Operator> operator(int tightness) {
    String sign = sign();
    return Arrays.stream(Operator.values())
        .filter(o -> o.tightness() == tightness && o.sign().equals(sign))
        .findFirst();
  }

  private void check(Expression operand, boolean wantsLogical, Operator operator, int start) {
    if (operand.logical() != wantsLogical) {
      throw error(
          (wantsLogical ? "a comparison" : "a number") + " as operand of '" + operator.sign() + "'",
          wantsLogical ? "a number" : "a comparison",
          start);
    }
  }

  private Expression operand() {
    if (ended) {
      throw unexpected("a number, a name or '('");
    }
    String number = matcher.group("number");
    if (number != null) {
      return constant("");
    }
    if (matcher.group("quoted") != null) {
      String name = matcher.group("quoted");
      advance(matcher.end());
      return new Name(name);
    }
    if (matcher.group("plain") != null) {
      return name(matcher.group("plain"));
    }
    if (sign().equals("-")) {
      advance(matcher.end());
      if (ended || matcher.group("number") == null) {
        throw unexpected("a number after '-'");
      }
      return constant("-");
    }
    if (!sign().equals("(")) {
      throw unexpected("a number, a name or '('");
    }
    if (++depth > DEEPEST) {
      throw unexpected("at most " + DEEPEST + " levels of parentheses");
    }
    advance(matcher.end());
    Expression inside = level(0);
    close();
    depth--;
    return inside;
  }

  private Expression constant(String minus) {
    double value = Double.parseDouble(minus + matcher.group("number"));
    if (Double.isInfinite(value)) {
      throw unexpected("a number of at most 1.8e308");
    }
    advance(matcher.end());
    return new Constant(value);
  }

  private Expression name(String name) {
    int start = at;
    advance(matcher.end());
    if (!sign().equals("(")) {
      return new Name(name);
    }
    Optional<Function> function =
        Arrays.stream(Function.values()).filter(f -> f.key().equals(name)).findFirst();
    if (function.isEmpty()) {
      throw error(
          "one of the functions "
              + Values.list(Arrays.stream(Function.values()).map(Function::key).toList()),
          "'" + name + "'",
          start);
    }
    advance(matcher.end());
    String of = ended ? null : matcher.group("plain");
    if (of == null && !ended) {
      of = matcher.group("quoted");
    }
    if (of == null) {
      throw unexpected("the name of a counter or gauge");
    }
    advance(matcher.end());
    close();
    return new Call(function.get(), of);
  }

  private void close() {
    if (!sign().equals(")")) {
      throw unexpected("')'");
    }
    advance(matcher.end());
  }

  /** The sign at this place; empty when something else is there. */
  private String sign() {
    String sign = ended ? null : matcher.group("sign");
    return sign == null ? "" : sign;
  }

  private void advance(int from) {
    Matcher space = SPACE.matcher(text).region(from, text.length());
    at = space.lookingAt() ? space.end() : from;
    ended = at == text.length();
    if (!ended && !matcher.region(at, text.length()).lookingAt()) {
      ended = true;
      throw unexpected("a number, a name, an operator or a parenthesis");
    }
  }

  private IllegalArgumentException unexpected(String expected) {
    if (at == text.length()) {
      return error(expected, "the end", at);
    }
    String found =
        ended
            ? new String(Character.toChars(text.codePointAt(at)))
            : text.substring(at, matcher.end());
    return error(expected, "'" + found + "'", at);
  }

  private IllegalArgumentException error(String expected, String found, int column) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "expected %s at column %d of the expression '%s', found %s",
            expected,
            column + 1,
            text,
            found));
  }
}
