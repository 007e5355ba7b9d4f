package dev.belfry.monitoring.check;

import dev.belfry.api.contract.Field;
import java.util.List;

/**
 * The member {@code retryStrategy} of a body, as far as it was sent.
 *
 * @param type the wire name of a {@link RetryType}
 * @param baseBackoffSeconds seconds before the first retry
 * @param maxDurationSeconds seconds that a run and its retries may take
 * @param onlyOn a list, also where the body has the bare text
 */
public record RetryDraft(
    Field<String> type,
    Field<Double> baseBackoffSeconds,
    Field<Boolean> sameRegion,
    Field<Integer> maxRetries,
    Field<Double> maxDurationSeconds,
    Field<List<String>> onlyOn) {}
