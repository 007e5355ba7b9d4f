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
 * @param lastSeen when an agent or instance that covers it was last alive, null when none is known
 * @param covering agents and instances that cover it and are alive
 * @param agents those of them that are agents, JSON text
 */
record PrivateLocationRow(
    UUID id,
    String name,
    String slugName,
    @Nullable String icon,
    @Nullable String proxyUrl,
    String keys,
    @Nullable OffsetDateTime lastSeen,
    long covering,
    String agents,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt) {

  /**
   * Selects locations as they are shown. An instance that has not said for five seconds that it
   * lives does not count.
   *
   * @param last one more column
   * @param from a table expression with the locations as {@code p}
   */
  static String select(String last, String from) {
    return """
    SELECT p.id, p.name, p.slug_name, p.icon, p.proxy_url,
      coalesce((SELECT json_agg(json_build_object('id', k.id, 'maskedKey', k.masked_key,
          'created_at', to_char(k.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'updated_at', NULL) ORDER BY k.id)
        FROM private_location_keys k WHERE k.location_id = p.id), '[]')::text,
      to_timestamp(covered.last_seen / 1000.0), covered.living, covered.agents, p.created_at,
      p.updated_at, %s
    FROM %s CROSS JOIN LATERAL (
      SELECT max(i.seen_at) AS last_seen, count(*) FILTER (
          WHERE i.fenced_at IS NULL AND i.seen_at > epoch_millis() - 5000) AS living,
        coalesce(json_agg(json_build_object('name', i.name, 'version', i.agent_version,
            'startedAt', to_char(to_timestamp(i.started_at / 1000.0) AT TIME ZONE 'UTC',
              'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY i.id)
          FILTER (WHERE i.agent_key IS NOT NULL AND i.fenced_at IS NULL
            AND i.seen_at > epoch_millis() - 5000), '[]')::text AS agents
      FROM instances i WHERE i.locations @> ARRAY[p.account_id || '/' || p.slug_name]) AS covered"""
        .formatted(last, from);
  }

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
        row.getString(8),
        row.getOffsetDateTime(9),
        row.getOffsetDateTime(10));
  }

  /** The same with another proxy address. */
  PrivateLocationRow withProxyUrl(@Nullable String other) {
    return new PrivateLocationRow(
        id, name, slugName, icon, other, keys, lastSeen, covering, agents, createdAt, updatedAt);
  }

  /** Without the proxy's address, which may hold a password. */
  @Override
  public String toString() {
    return "PrivateLocationRow[id=" + id + ", slugName=" + slugName + "]";
  }
}
