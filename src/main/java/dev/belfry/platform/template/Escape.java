package dev.belfry.platform.template;

import com.github.jknack.handlebars.EscapingStrategy;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a template writes the value of {@code {{NAME}}}. */
public enum Escape {
  /** As the inside of a JSON string (RFC 8259, section 7). */
  JSON(Escape::json),
  /** As text of HTML or XML. */
  MARKUP(value -> EscapingStrategy.HTML_ENTITY.escape(value)),
  /** As text of HTML that is a value of a form ({@code application/x-www-form-urlencoded}). */
  FORM_MARKUP(
      value ->
          URLEncoder.encode(
              EscapingStrategy.HTML_ENTITY.escape(value).toString(), StandardCharsets.UTF_8)),
  /** As a value of a form. */
  FORM(value -> URLEncoder.encode(value.toString(), StandardCharsets.UTF_8)),
  /** As they are. */
  NONE(value -> value);

  // Each strategy is immutable.
  @SuppressWarnings("ImmutableEnumChecker")
  private final EscapingStrategy strategy;

  Escape(EscapingStrategy strategy) {
    this.strategy = strategy;
  }

  EscapingStrategy strategy() {
    return strategy;
  }

  /**
   * What suits a content type.
   *
   * @param contentType null = JSON, the default
   */
  public static Escape forContent(@Nullable String contentType) {
    String type = contentType == null ? "json" : contentType.toLowerCase(Locale.ROOT);
    if (type.contains("json")) {
      return JSON;
    }
    return type.contains("html") || type.contains("xml") ? MARKUP : NONE;
  }

  private static CharSequence json(CharSequence value) {
    StringBuilder out = new StringBuilder(value.length() + 8);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out;
  }
}
