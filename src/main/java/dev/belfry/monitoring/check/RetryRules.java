package dev.belfry.monitoring.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.platform.error.Violation;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which members go with which type of retry strategy (specification, "RetryStrategy object"). */
public final class RetryRules {
  private RetryRules() {}

  /**
   * What is wrong with the {@code retryStrategy} member as it was sent. Null, JSON null and the
   * text {@code FALLBACK} of a group have nothing to check; a member that is JSON null counts as
   * absent.
   */
  public static List<Violation> violations(@Nullable JsonNode retryStrategy) {
    if (retryStrategy == null
        || !RetryType.SINGLE_RETRY.name().equals(retryStrategy.path("type").textValue())) {
      return List.of();
    }
    return Stream.of("maxRetries", "maxDurationSeconds")
        .filter(retryStrategy::hasNonNull)
        .map(
            member ->
                new Violation(
                    "/retryStrategy/" + member,
                    "is not supported for type SINGLE_RETRY: leave it out, or choose FIXED, LINEAR"
                        + " or EXPONENTIAL"))
        .toList();
  }
}
