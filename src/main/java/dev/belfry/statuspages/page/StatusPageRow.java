package dev.belfry.statuspages.page;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored status page.
 *
 * @param settings the settings document, JSON text
 * @param cards with their services, JSON text as a response shows it
 * @param incidents the open ones, JSON text as a response shows it
 * @param keys access keys of a private page, JSON text as a response shows them
 * @param updatedAt when it was last replaced, null if never
 * @param domain the custom domain, null without one
 * @param domainState what {@link dev.belfry.statuspages.domain.DomainState} reads
 */
record StatusPageRow(
    UUID id,
    UUID accountId,
    String settings,
    String cards,
    String incidents,
    String keys,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    @Nullable String domain,
    @Nullable String domainState) {

  static StatusPageRow of(Row row) {
    return new StatusPageRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getOffsetDateTime(6),
        row.getOffsetDateTime(7),
        row.getString(8),
        row.getString(9));
  }
}
