package dev.belfry.account.people;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;

/** A session in force, as it is stored. */
record SessionRow(
    UUID id,
    UUID account,
    String accountName,
    String userAgent,
    String network,
    OffsetDateTime createdAt,
    OffsetDateTime seenAt,
    OffsetDateTime expiresAt) {

  static SessionRow of(Row row) {
    return new SessionRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getOffsetDateTime(5),
        row.getOffsetDateTime(6),
        row.getOffsetDateTime(7));
  }
}
