package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What an answer must satisfy (specification, "Request object"). All members are optional.
 *
 * @param source {@code STATUS_CODE}, the only source there is
 * @param comparison null compares nothing
 * @param target the compared value as text, {@code ""} when absent
 * @param property not used by status code assertions, {@code ""} when absent
 * @param regex not used by status code assertions
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Assertion(
    String source,
    @Nullable Comparison comparison,
    String target,
    String property,
    @Nullable String regex) {
  public static final String STATUS_CODE = "STATUS_CODE";

  @JsonCreator
  static Assertion of(
      @JsonProperty("source") @Nullable String source,
      @JsonProperty("comparison") @Nullable Comparison comparison,
      @JsonProperty("target") @Nullable String target,
      @JsonProperty("property") @Nullable String property,
      @JsonProperty("regex") @Nullable String regex) {
    return new Assertion(
        source == null ? STATUS_CODE : source,
        comparison,
        target == null ? "" : target,
        property == null ? "" : property,
        regex);
  }
}
