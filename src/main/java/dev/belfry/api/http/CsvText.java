package dev.belfry.api.http;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in
 * front, as OWASP recommends ("CSV Injection").
 */
public final class CsvText {
  private static final String FORMULAS = "=+-@\t\r\n|";

  private final StringBuilder text = new StringBuilder();
  private boolean first = true;

  /** Adds a text, empty for null. */
  public CsvText text(@Nullable String value) {
    String plain = Objects.requireNonNullElse(value, "");
    boolean formula = !plain.isEmpty() && isFormula(plain);
    return cell((formula ? "'" : "") + plain);
  }

  /** Spreadsheets skip blanks in front of a formula. */
  private static boolean isFormula(String value) {
    String begin = value.stripLeading();
    return FORMULAS.indexOf(value.charAt(0)) >= 0
        || (!begin.isEmpty() && FORMULAS.indexOf(begin.charAt(0)) >= 0);
  }

  /** Adds a number as JSON has it, empty for null and {@code "null"}. */
  public CsvText number(@Nullable Object value) {
    return cell(value == null || value.equals("null") ? "" : value.toString());
  }

  private CsvText cell(String value) {
    if (!first) {
      text.append(',');
    }
    first = false;
    boolean quoted = value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    text.append(quoted ? '"' + value.replace("\"", "\"\"") + '"' : value);
    return this;
  }

  /** Ends a line. */
  public CsvText endLine() {
    text.append("\r\n");
    first = true;
    return this;
  }

  /** All that was written. */
  public String end() {
    return text.toString();
  }
}
