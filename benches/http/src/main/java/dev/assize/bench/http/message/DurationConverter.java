package dev.assize.bench.http.message;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as {@code 250us}, {@code 10ms}, {@code 1.5s}, {@code 2m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ns|us|ms|s|m)");

  @Override
  public Duration convert(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new TypeConversionException(
          "expected a duration such as 10ms, 1.5s or 2m, found '" + text + "'");
    }
    double unit =
        switch (form.group(2)) {
          case "ns" -> 1;
          case "us" -> 1e3;
          case "ms" -> 1e6;
          case "s" -> 1e9;
          default -> 60e9;
        };
    return Duration.ofNanos(Math.round(Double.parseDouble(form.group(1)) * unit));
  }
}
