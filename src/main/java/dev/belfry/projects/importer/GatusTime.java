package dev.belfry.projects.importer;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations such as {@code 1h30m}, {@code 500ms} and {@code 1.5s}. */
final class GatusTime {
  private static final Pattern ALL =
      Pattern.compile("([0-9]{1,9}(\\.[0-9]{1,9})?(h|ms|m|s|us|ns))+");
  private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(h|ms|m|s|us|ns)");

  private GatusTime() {}

  /** Milliseconds, empty when the text is no duration. */
  static OptionalLong millis(String text) {
    if (!ALL.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    double millis = 0;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      millis +=
          Double.parseDouble(part.group(1))
              * switch (part.group(2)) {
                case "h" -> 3_600_000;
                case "m" -> 60_000;
                case "s" -> 1000;
                case "ms" -> 1;
                case "us" -> 0.001;
                default -> 0.000001;
              };
    }
    return OptionalLong.of(Math.round(millis));
  }
}
