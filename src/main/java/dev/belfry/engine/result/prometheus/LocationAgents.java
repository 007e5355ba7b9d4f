package dev.belfry.engine.result.prometheus;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * Living agents of a private location with one version of the program.
 *
 * @param slug of the location
 * @param version of the program, {@code ""} where the location has no agent
 * @param first whether it is the first of its location
 * @param seenMillis since 1970 of the last sign of life of any agent of the location, 0 for none
 */
record LocationAgents(String slug, String version, long count, boolean first, long seenMillis) {
  /** Locations without an agent have a row too, so that an alert can tell. */
  private static final String ALL =
      """
      SELECT p.slug_name, coalesce(i.agent_version, ''), count(i.id),
        row_number() OVER (PARTITION BY p.slug_name ORDER BY i.agent_version) = 1,
        coalesce((SELECT max(o.seen_at) FROM instances o WHERE o.agent_key IS NOT NULL
          AND o.locations = ARRAY[p.account_id || '/' || p.slug_name]), 0)
      FROM private_locations p LEFT JOIN instances i ON i.agent_key IS NOT NULL
        AND i.locations = ARRAY[p.account_id || '/' || p.slug_name]
        AND i.fenced_at IS NULL AND i.seen_at > epoch_millis() - 5000
      WHERE p.account_id = $1
      GROUP BY p.account_id, p.slug_name, i.agent_version ORDER BY 1, 2""";

  /** The families in the order in which they are written. */
  static final List<Family<LocationAgents>> FAMILIES =
      List.of(
          new Family<>(
              "belfry_private_location_agents",
              "gauge",
              "Living agents of the private location, by the version of their program.",
              (one, lines) -> lines.add("", one.labels(), one.count())),
          new Family<>(
              "belfry_private_location_last_seen_timestamp_seconds",
              "gauge",
              "When an agent of the private location was last alive, seconds since 1970.",
              LocationAgents::writeLastSeen));

  private static void writeLastSeen(LocationAgents one, Lines lines) {
    if (one.first()) {
      StringBuilder labels = new StringBuilder(64);
      CheckLabels.add(labels, "private_location", one.slug());
      lines.add("", labels.toString(), one.seenMillis() / 1e3);
    }
  }

  private String labels() {
    StringBuilder text = new StringBuilder(64);
    CheckLabels.add(text, "private_location", slug);
    CheckLabels.add(text, "version", version);
    return text.toString();
  }

  /** Those of an account, by location. Fails when the database is away. */
  static Future<List<LocationAgents>> all(Database database, UUID account) {
    return database
        .query(ALL, Tuple.of(account))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new LocationAgents(
                            row.getString(0),
                            row.getString(1),
                            row.getLong(2),
                            row.getBoolean(3),
                            row.getLong(4))));
  }
}
