package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/** Shows a value in a note: short, and without any possible secret. */
final class Redacted {
  static final String HIDDEN = "not shown";

  private static final int LONGEST = 80;

  /** Names of members that may be secrets. */
  private static final Pattern NAMES =
      Pattern.compile(
          "(?i)pass|secret|token|key(?!word)|auth|credential|header|body|cookie|priv|cert|tls|dsn"
              + "|connection|hook|user|login|account|signature|metadata|pin$|salt|hash");

  /** Words that secrets come with in texts, and addresses with something that may be one. */
  private static final Pattern TEXTS =
      Pattern.compile(
          "(?i)pass|secret|token|key|auth|credential|cookie|bearer|basic |://[^/]*@|[?&][^=&]+=");

  private Redacted() {}

  static String of(String field, JsonNode value) {
    if (value.isNull() || value.isMissingNode()) {
      return "null";
    }
    if (NAMES.matcher(field).find()) {
      return HIDDEN;
    }
    if (value.isArray()) {
      return value.size() + (value.size() == 1 ? " item" : " items");
    }
    if (value.isObject()) {
      return value.size() + (value.size() == 1 ? " member" : " members");
    }
    String text = value.asText();
    if (value.isTextual() && TEXTS.matcher(text).find()) {
      return HIDDEN;
    }
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
