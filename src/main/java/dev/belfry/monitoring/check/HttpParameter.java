package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A header or a query parameter of an API check.
 *
 * @param value {@code ""} when absent
 * @param locked whether user interfaces and results hide the value
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record HttpParameter(String key, String value, boolean locked) {
  /** A parameter whose absent members have their documented defaults. */
  @JsonCreator
  public static HttpParameter of(
      @JsonProperty(value = "key", required = true) String key,
      @JsonProperty("value") @Nullable String value,
      @JsonProperty("locked") @Nullable Boolean locked) {
    return new HttpParameter(key, value == null ? "" : value, locked != null && locked);
  }

  /** Without the value, which may be a secret. */
  @Override
  public String toString() {
    return "HttpParameter[key=" + key + "]";
  }
}
