package dev.belfry.api.contract;

import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/** The string formats the contract uses. */
enum StringFormat {
  UUID("a GUID such as 0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f") {
    @Override
    boolean matches(String value) {
      if (value.length() != 36) {
        return false;
      }
      for (int i = 0; i < 36; i++) {
        char c = value.charAt(i);
        boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? c != '-' : !isHexDigit(c)) {
          return false;
        }
      }
      return true;
    }
  },
  DATE_TIME("a date and time with offset such as 2026-01-31T12:00:00.000Z") {
    @Override
    boolean matches(String value) {
      try {
        OffsetDateTime time = OffsetDateTime.parse(value);
        return time.getYear() >= 0 && time.getYear() <= 9999;
      } catch (DateTimeParseException e) {
        return false;
      }
    }
  };

  private final String words;

  StringFormat(String words) {
    this.words = words;
  }

  /** What a value has to be, for a person. */
  String words() {
    return words;
  }

  abstract boolean matches(String value);

  private static boolean isHexDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  /**
   * The format of a schema's {@code format} keyword; an unknown one is an error in the contract.
   */
  static StringFormat of(String keyword) {
    return valueOf(keyword.replace('-', '_').toUpperCase(java.util.Locale.ROOT));
  }
}
