package dev.belfry.account.audit;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a list shows; null members do not restrict it.
 *
 * @param actor {@code key:<id of the API key>}
 * @param fromMillis time of the oldest one
 * @param toMillis time before which they were written
 */
record AuditFilter(
    UUID account,
    @Nullable String resourceType,
    @Nullable String resourceId,
    @Nullable String action,
    @Nullable String actor,
    long fromMillis,
    long toMillis) {}
