package dev.belfry.statuspages.page;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored status page service.
 *
 * @param updatedAt when it was last renamed, null if never
 */
public record ServiceRow(
    UUID id,
    UUID accountId,
    String name,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt) {}
