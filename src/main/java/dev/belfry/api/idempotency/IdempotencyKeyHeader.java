package dev.belfry.api.idempotency;

import dev.belfry.platform.error.Violation;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code Idempotency-Key}: a string of structured fields (RFC 8941, section 3.3.3), as
 * the draft has it, or the same characters without quotes, as most clients send it.
 */
public final class IdempotencyKeyHeader {
  /** Name of the header. */
  public static final String HEADER = "Idempotency-Key";

  private static final int LONGEST = 255;
  private static final Pattern QUOTED = Pattern.compile("\"((?:[!#-\\[\\]-~]|\\\\[\"\\\\])*)\"");
  private static final Pattern PLAIN = Pattern.compile("[!#-~][!-~]*");
  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

  private IdempotencyKeyHeader() {}

  /**
   * The key.
   *
   * @param values the header as often as it was sent
   * @param violations receives what is wrong with it; the key is then null
   */
  public static @Nullable String read(List<String> values, List<Violation> violations) {
    String key = values.size() == 1 ? key(values.get(0).trim()) : "";
    if (key.isEmpty() || key.length() > LONGEST) {
      violations.add(
          new Violation(
              "/" + HEADER,
              "must be given once, with 1 to 255 visible ASCII characters, which may be quoted"));
      return null;
    }
    return key;
  }

  private static String key(String value) {
    Matcher quoted = QUOTED.matcher(value);
    if (quoted.matches()) {
      return ESCAPED.matcher(quoted.group(1)).replaceAll("$1");
    }
    return PLAIN.matcher(value).matches() ? value : "";
  }
}
