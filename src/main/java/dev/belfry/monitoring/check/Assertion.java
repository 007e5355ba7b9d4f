package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What an answer must satisfy (specification, "Request object"). All members are optional.
 *
 * @param source what is compared, {@code STATUS_CODE} when absent
 * @param comparison null compares nothing
 * @param target the compared value as text, {@code ""} when absent
 * @param property the part of the source, such as a JSONPath; {@code ""} for the whole
 * @param regex cuts a part out of a text first, in the syntax of RE2; null or empty for none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Assertion(
    AssertionSource source,
    @Nullable Comparison comparison,
    String target,
    String property,
    @Nullable String regex) {
  @JsonCreator
  static Assertion of(
      @JsonProperty("source") @Nullable AssertionSource source,
      @JsonProperty("comparison") @Nullable Comparison comparison,
      @JsonProperty("target") @Nullable String target,
      @JsonProperty("property") @Nullable String property,
      @JsonProperty("regex") @Nullable String regex) {
    return new Assertion(
        source == null ? AssertionSource.STATUS_CODE : source,
        comparison,
        target == null ? "" : target,
        property == null ? "" : property,
        regex);
  }

  /**
   * The same assertion with the expression that clients send as the property of a text in its
   * place.
   */
  Assertion withPropertyAsRegex() {
    boolean hasRegex = regex != null && !regex.isEmpty();
    return source.hasRegexAsProperty() && !property.isEmpty() && !hasRegex
        ? new Assertion(source, comparison, target, "", property)
        : this;
  }
}
