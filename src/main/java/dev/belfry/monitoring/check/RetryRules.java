package dev.belfry.monitoring.check;

import dev.belfry.api.contract.Field;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which members go with which type of retry strategy (specification, "RetryStrategy object"). */
public final class RetryRules {
  private RetryRules() {}

  /**
   * Names the members of a sent strategy that its type does not support. A member that is {@code
   * null} counts as absent.
   *
   * @param strategy null when the body sets none
   */
  public static List<Violation> violations(@Nullable RetryDraft strategy) {
    if (strategy == null || !RetryType.SINGLE_RETRY.name().equals(strategy.type().value())) {
      return List.of();
    }
    List<Violation> violations = new ArrayList<>(2);
    refuse(RetryCodec.MAX_RETRIES, strategy.maxRetries(), violations);
    refuse(RetryCodec.MAX_DURATION, strategy.maxDurationSeconds(), violations);
    return violations;
  }

  /**
   * The same for the strategy of one check, whose type may not know every cause of a retry (wire
   * contract 3.5).
   *
   * @param strategy null when the body sets none
   */
  public static List<Violation> violations(CheckType type, @Nullable RetryDraft strategy) {
    List<Violation> violations = new ArrayList<>(violations(strategy));
    List<String> causes = strategy == null ? null : strategy.onlyOn().value();
    if (causes != null && !causes.isEmpty() && !type.supportsNetworkErrorRetries()) {
      violations.add(
          new Violation(
              "/retryStrategy/" + RetryCodec.ONLY_ON,
              "is not supported by " + type + " checks: leave it out"));
    }
    return violations;
  }

  private static void refuse(String member, Field<?> sent, List<Violation> violations) {
    if (sent.value() != null) {
      violations.add(
          new Violation(
              "/retryStrategy/" + member,
              "is not supported for type SINGLE_RETRY: leave it out, or choose FIXED, LINEAR or"
                  + " EXPONENTIAL"));
    }
  }
}
