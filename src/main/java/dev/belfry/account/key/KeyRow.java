package dev.belfry.account.key;

import dev.belfry.api.auth.Scope;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An API key as it is stored; its token never is.
 *
 * @param madeBy the key it was made with; null for a person, the command line, and before makers
 *     were stored
 * @param madeByUser the person who made it; null for a key and the command line
 * @param rateLimit requests for each window, 0 for unlimited; null for the service's limit
 */
record KeyRow(
    UUID id,
    String name,
    Scope scope,
    @Nullable UUID madeBy,
    @Nullable UUID madeByUser,
    @Nullable Integer rateLimit,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime expiresAt,
    @Nullable OffsetDateTime revokedAt) {

  static KeyRow of(Row row) {
    return new KeyRow(
        row.getUUID(0),
        row.getString(1),
        Scope.ofWire(row.getString(2), row.getBoolean(3)),
        row.getUUID(4),
        row.getUUID(5),
        row.getInteger(6),
        row.getOffsetDateTime(7),
        row.getOffsetDateTime(8),
        row.getOffsetDateTime(9));
  }
}
