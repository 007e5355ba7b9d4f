package dev.belfry.statuspages.page;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A status page service as it is stored.
 *
 * @param updatedAt when it was renamed last, null if never
 */
public record ServiceRow(
    UUID id,
    UUID accountId,
    String name,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt) {}
