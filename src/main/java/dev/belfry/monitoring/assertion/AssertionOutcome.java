package dev.belfry.monitoring.assertion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Comparison;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one assertion.
 *
 * @param property as in the assertion, {@code ""} for the whole source
 * @param regex null for none
 * @param target what the assertion compares with, as it was written
 * @param actual a number, a text of at most 1,000 characters, or null when there was no value
 * @param error why it could not be evaluated; null when it could
 */
public record AssertionOutcome(
    AssertionSource source,
    String property,
    @Nullable String regex,
    Comparison comparison,
    String target,
    JsonNode actual,
    boolean passed,
    @Nullable String error) {
  /** Adds its members to a document; what the assertion leaves out is left out. */
  public void describe(ObjectNode document) {
    document.put("source", source.name());
    if (!property.isEmpty()) {
      document.put("property", property);
    }
    if (regex != null) {
      document.put("regex", regex);
    }
    document
        .put("comparison", comparison.name())
        .put("target", target)
        .<ObjectNode>set("actual", actual)
        .put("passed", passed);
    if (error != null) {
      document.put("error", error);
    }
  }

  /** Whether it looks at what a result has no column for. */
  public boolean isOfAnswer() {
    return !source.hasColumn();
  }

  /** What was expected and what came, for people, without a full stop. */
  public String message() {
    return AssertionMessages.of(this);
  }
}
