package dev.belfry.api.http;

import org.jspecify.annotations.Nullable;

/**
 * What came with a ping beside its address.
 *
 * @param origin what its headers say of its origin, null for nothing
 * @param body the beginning of its body as text
 * @param arrivedNanos when its head arrived, {@link System#nanoTime}
 */
public record PingDetail(
    String method,
    @Nullable String userAgent,
    @Nullable String origin,
    String body,
    long arrivedNanos) {}
