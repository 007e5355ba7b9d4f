package dev.belfry.api.contract;

import com.fasterxml.jackson.core.io.JsonStringEncoder;

/** Writes strings of JSON. */
public final class JsonStrings {
  private JsonStrings() {}

  /** Appends a text with the escapes that JSON needs (RFC 8259, section 7), without its quotes. */
  public static void quote(String value, StringBuilder text) {
    if (isPlain(value)) {
      text.append(value);
    } else {
      JsonStringEncoder.getInstance().quoteAsString(value, text);
    }
  }

  /** Whether a text is ASCII that needs no escapes, so that it is copied whole. */
  static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }
}
