package dev.belfry.alerting.preview;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.monitoring.maintenance.ProposedWindow;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants to preview.
 *
 * @param check null for a group or the account
 * @param group null for a check or the account
 * @param from null for 30 days before the end
 * @param to null for now
 */
record PreviewRequest(
    @Nullable UUID check,
    @Nullable Long group,
    @Nullable Instant from,
    @Nullable Instant to,
    Policy policy) {

  /**
   * The changed policy. What is absent stays as it is in force.
   *
   * @param alertSettings null as it is
   * @param retriesDiffer whether the retry strategy is another
   * @param retryStrategy null for no retries
   * @param degradedMillis degraded response time, null as it is
   * @param muted null as it is
   * @param windows hold beside the stored ones
   * @param dependsOn in place of what the check or group depends on, null as it is
   * @param channels {@code grouping} and {@code quietHours} of every channel; without a member as
   *     they are
   */
  record Policy(
      @Nullable AlertSettings alertSettings,
      boolean retriesDiffer,
      @Nullable RetryStrategy retryStrategy,
      @Nullable Double degradedMillis,
      @Nullable Boolean muted,
      List<ProposedWindow> windows,
      @Nullable List<Parent> dependsOn,
      ObjectNode channels) {
    /** No change. */
    static final Policy IN_FORCE =
        new Policy(
            null, false, null, null, null, List.of(), null, JsonNodeFactory.instance.objectNode());

    /**
     * What counts as the result of a run.
     *
     * @param inForce the retry strategy in force, null for no retries
     * @param timed whether a slow run of the check is degraded
     */
    RunRule rule(@Nullable RetryStrategy inForce, boolean timed) {
      boolean other = retriesDiffer && !Objects.equals(retryStrategy, inForce);
      Double limit = timed ? degradedMillis : null;
      return other ? RunRule.retrying(retryStrategy, limit) : RunRule.stored(limit);
    }
  }
}
