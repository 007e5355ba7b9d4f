package dev.belfry.monitoring.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a group says about the retries of its members: one strategy for all, none for all, or
 * nothing (wire contract 1.6).
 *
 * @param fallback whether each check keeps its own strategy
 * @param replacement the strategy of all members; null for none, and when {@code fallback}
 */
public record GroupRetry(boolean fallback, @Nullable RetryStrategy replacement) {
  /** Each check keeps its own strategy. In JSON the text {@code FALLBACK}, or no member at all. */
  public static final GroupRetry FALLBACK = new GroupRetry(true, null);

  /** No check is retried. In JSON an explicit null. */
  public static final GroupRetry NO_RETRIES = new GroupRetry(false, null);

  /** Every check is retried like this. In JSON an object. */
  public static GroupRetry all(RetryStrategy strategy) {
    return new GroupRetry(false, strategy);
  }

  /**
   * Reads the {@code retryStrategy} member of a group.
   *
   * @param member Java null when there is no such member, which differs from a JSON null
   * @throws IllegalArgumentException if it is an object that is no strategy, or another text
   */
  public static GroupRetry of(@Nullable JsonNode member) {
    if (member == null || "FALLBACK".equals(member.textValue())) {
      return FALLBACK;
    }
    return member.isNull() ? NO_RETRIES : all(SettingsJson.read(member, RetryStrategy.class));
  }

  /** The strategy of all members, empty for {@link #FALLBACK} and {@link #NO_RETRIES}. */
  public Optional<RetryStrategy> strategy() {
    return Optional.ofNullable(replacement);
  }

  /** What is in force for a check with the given strategy of its own; null means no retries. */
  public @Nullable RetryStrategy over(@Nullable RetryStrategy own) {
    return fallback ? own : replacement;
  }
}
