package dev.belfry.monitoring.location;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A private location as it is stored.
 *
 * @param proxyUrl may hold a password, and is sealed then
 * @param keys what is known of its keys, JSON text
 * @param lastSeen when an instance that covers it was last alive, null when none is known
 * @param agents instances that cover it and are alive
 */
record PrivateLocationRow(
    UUID id,
    String name,
    String slugName,
    @Nullable String icon,
    @Nullable String proxyUrl,
    String keys,
    @Nullable OffsetDateTime lastSeen,
    long agents,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt) {

  static PrivateLocationRow of(Row row) {
    return new PrivateLocationRow(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getOffsetDateTime(6),
        row.getLong(7),
        row.getOffsetDateTime(8),
        row.getOffsetDateTime(9));
  }

  /** The same with another proxy address. */
  PrivateLocationRow withProxyUrl(@Nullable String other) {
    return new PrivateLocationRow(
        id, name, slugName, icon, other, keys, lastSeen, agents, createdAt, updatedAt);
  }

  /** Without the proxy's address, which may hold a password. */
  @Override
  public String toString() {
    return "PrivateLocationRow[id=" + id + ", slugName=" + slugName + "]";
  }
}
