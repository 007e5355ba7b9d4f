package dev.belfry.engine.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.Comparison;
import java.util.Locale;

/** Renders the stored outcomes of assertions as JSON, with a sentence for each that failed. */
final class AssertionView {
  private static final String FIRST_SOURCE = "STATUS_CODE";

  private AssertionView() {}

  /**
   * The outcomes of a result.
   *
   * @param stored the list of its detail; anything else counts as an empty list
   */
  static ArrayNode of(JsonNode stored) {
    ArrayNode assertions = JsonNodeFactory.instance.arrayNode();
    for (JsonNode assertion : stored) {
      ObjectNode shown = assertion.deepCopy();
      String source = assertion.path("source").asText(FIRST_SOURCE); // Not kept by old versions.
      shown.put("source", source);
      shown.put("error", assertion.path("passed").asBoolean() ? null : error(source, assertion));
      assertions.add(shown);
    }
    return assertions;
  }

  private static String error(String source, JsonNode assertion) {
    if (assertion.hasNonNull("error")) {
      return assertion.get("error").asText(); // It could not be evaluated.
    }
    Comparison comparison = Comparison.valueOf(assertion.path("comparison").asText());
    String target = assertion.path("target").asText();
    JsonNode actual = assertion.path("actual");
    return "expected %s %s%s, got %s"
        .formatted(
            source.toLowerCase(Locale.ROOT).replace('_', ' '),
            words(comparison),
            comparison.hasTarget() ? " " + target : "",
            actual.isNull() || actual.isMissingNode() ? "nothing" : actual.asText());
  }

  private static String words(Comparison comparison) {
    return switch (comparison) {
      case EQUALS -> "equal to";
      case NOT_EQUALS -> "other than";
      case LESS_THAN -> "below";
      case GREATER_THAN -> "above";
      case CONTAINS -> "that contains";
      case NOT_CONTAINS -> "without";
      case HAS_KEY -> "with the key";
      case NOT_HAS_KEY -> "without the key";
      case HAS_VALUE -> "with the value";
      case NOT_HAS_VALUE -> "without the value";
      case IS_EMPTY -> "to be empty";
      case NOT_EMPTY -> "not to be empty";
      case IS_NULL -> "to be null";
      case NOT_NULL -> "not to be null";
    };
  }
}
