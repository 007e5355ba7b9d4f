package dev.belfry.account.audit;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a list shows; null members do not restrict it.
 *
 * @param actor id of the API key or person
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
