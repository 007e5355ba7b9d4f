package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a failed run is repeated (specification, "RetryStrategy object"). Written back it has the
 * members it was read with, plus the two that have a documented default.
 *
 * @param baseBackoffSeconds seconds before the first retry
 * @param sameRegion false sends a retry from another of the chosen locations
 * @param maxRetries 1 to 10 as stored; {@link #retryLimit()} is what counts
 * @param maxDurationSeconds 0 to 600 as stored; {@link #durationLimit()} is what counts
 * @param onlyOn empty, or {@code NETWORK_ERROR} alone; read from an array or a bare string
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RetryStrategy(
    RetryType type,
    int baseBackoffSeconds,
    boolean sameRegion,
    @Nullable Integer maxRetries,
    @Nullable Integer maxDurationSeconds,
    List<String> onlyOn) {
  /** Value of {@code onlyOn}: retry only when the request ended without a status code. */
  public static final String NETWORK_ERROR = "NETWORK_ERROR";

  public static final int DEFAULT_BASE_BACKOFF_SECONDS = 60;

  /** Retries of a strategy that names no number; the specification leaves it open. */
  public static final int DEFAULT_MAX_RETRIES = 2;

  /** Seconds of a strategy that names no bound; the specification leaves it open. */
  public static final int DEFAULT_MAX_DURATION_SECONDS = 600;

  public RetryStrategy {
    onlyOn = List.copyOf(onlyOn);
  }

  @JsonCreator
  static RetryStrategy of(
      @JsonProperty(value = "type", required = true) RetryType type,
      @JsonProperty("baseBackoffSeconds") @Nullable Integer baseBackoffSeconds,
      @JsonProperty("sameRegion") @Nullable Boolean sameRegion,
      @JsonProperty("maxRetries") @Nullable Integer maxRetries,
      @JsonProperty("maxDurationSeconds") @Nullable Integer maxDurationSeconds,
      @JsonProperty("onlyOn") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<String> onlyOn) {
    return new RetryStrategy(
        type,
        baseBackoffSeconds == null ? DEFAULT_BASE_BACKOFF_SECONDS : baseBackoffSeconds,
        sameRegion == null || sameRegion,
        maxRetries,
        maxDurationSeconds,
        onlyOn == null ? List.of() : onlyOn);
  }

  /** Pause that the type makes grow. */
  public Duration baseBackoff() {
    return Duration.ofSeconds(baseBackoffSeconds);
  }

  /** How many retries a failed run gets, 1 to 10; always 1 for {@code SINGLE_RETRY}. */
  public int retryLimit() {
    if (type == RetryType.SINGLE_RETRY) {
      return 1;
    }
    return maxRetries == null ? DEFAULT_MAX_RETRIES : maxRetries;
  }

  /** How long a run and its retries may take in all, up to 600 seconds. */
  public Duration durationLimit() {
    return Duration.ofSeconds(
        maxDurationSeconds == null ? DEFAULT_MAX_DURATION_SECONDS : maxDurationSeconds);
  }

  /** Whether a run is repeated only when no status code came back. */
  public boolean onlyOnNetworkError() {
    return onlyOn.contains(NETWORK_ERROR);
  }
}
