package dev.belfry.statuspages.publicsite;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of public pages. */
final class SiteStore {
  /** The number of newest incidents that a page shows. */
  static final int MOST_INCIDENTS = 300;

  /** Incidents with so many of their newest updates; those before have {@link #FEW_UPDATES}. */
  private static final int NEW_INCIDENTS = 20;

  /** Newest updates that a page shows of a new incident. */
  private static final int MOST_UPDATES = 100;

  private static final int FEW_UPDATES = 10;

  /** How far ahead a page shows scheduled maintenance. */
  static final long AHEAD_MILLIS = 60L * 24 * 3_600_000;

  /** How far back a page shows completed maintenance. */
  private static final long BEHIND_MILLIS = 30L * 24 * 3_600_000;

  private static final String ADDRESSES = "SELECT url, custom_domain FROM status_pages";

  private static final String CARDS =
      """
      SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'at', %s,
          'services', coalesce((
            SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY shown.position)
            FROM status_page_services shown JOIN services s ON s.id = shown.service_id
            WHERE shown.card_id = c.id), '[]')) ORDER BY c.position)
      FROM status_page_cards c WHERE c.page_id = p.id"""
          .formatted(millis("c.created_at"));

  private static final String INCIDENTS =
      """
      SELECT json_agg(json_build_object('id', i.id, 'name', i.name, 'severity', i.severity,
          'services', (
            SELECT json_agg(json_build_object('id', s.id, 'name', s.name)
              ORDER BY affected.position, s.id)
            FROM incident_services affected JOIN services s ON s.id = affected.service_id
            WHERE affected.incident_id = i.id AND s.id IN (
              SELECT service_id FROM status_page_services WHERE page_id = p.id)),
          'published', (
            SELECT count(*) FROM incident_updates u WHERE u.incident_id = i.id AND %2$s),
          'updates', (
            SELECT json_agg(json_build_object('id', u.id, 'status', u.status,
                'description', u.description, 'at', %1$s)
              ORDER BY u.public_date DESC, u.created_at DESC, u.id DESC)
            FROM ((SELECT u.* FROM incident_updates u WHERE u.incident_id = i.id AND %2$s
                   ORDER BY u.public_date DESC, u.created_at DESC, u.id DESC
                   LIMIT CASE WHEN i.place <= %4$d THEN %5$d ELSE %6$d END)
                  UNION
                  (SELECT u.* FROM incident_updates u WHERE u.incident_id = i.id AND %2$s
                   ORDER BY u.public_date, u.created_at, u.id LIMIT 1)) u)) ORDER BY i.id DESC)
      FROM (SELECT *, row_number() OVER (ORDER BY id DESC) AS place
            FROM incidents WHERE id IN (
              SELECT affected.incident_id FROM status_page_services shown
              JOIN incident_services affected ON affected.service_id = shown.service_id
              WHERE shown.page_id = p.id)
            ORDER BY id DESC LIMIT %3$d) i"""
          .formatted(
              millis("u.public_date"),
              "u.public_date <= to_timestamp($2::bigint / 1000.0)",
              MOST_INCIDENTS,
              NEW_INCIDENTS,
              MOST_UPDATES,
              FEW_UPDATES);

  private static final String MAINTENANCES =
      """
      SELECT json_agg(json_build_object('window', w.id, 'name', w.name,
          'description', w.description, 'services', to_json(w.service_ids),
          'starts', i.starts_ms, 'ends', i.ends_ms, 'said', %s) ORDER BY i.starts_ms, w.id)
      FROM ((SELECT i.* FROM maintenance_intervals i
             JOIN maintenance_windows w ON w.id = i.window_id AND w.shown
             WHERE i.account_id = p.account_id AND i.ends_ms > $2 AND i.starts_ms < $2 + %d
             ORDER BY i.starts_ms LIMIT 50)
            UNION ALL
            (SELECT i.* FROM maintenance_intervals i
             JOIN maintenance_windows w ON w.id = i.window_id AND w.shown
             WHERE i.account_id = p.account_id AND i.ends_ms > $2 - %d AND i.ends_ms <= $2
             ORDER BY i.ends_ms DESC LIMIT 20)) i
      JOIN maintenance_windows w ON w.id = i.window_id"""
          .formatted(millis("coalesce(w.updated_at, w.created_at)"), AHEAD_MILLIS, BEHIND_MILLIS);

  /** One statement, so that all parts are of one moment. */
  private static final String PAGE =
      "SELECT p.id, p.account_id, p.settings::text, ("
          + CARDS
          + ")::text, ("
          + INCIDENTS
          + ")::text, ("
          + MAINTENANCES
          + ")::text, (SELECT array_agg(k.key_hash) FROM status_page_keys k WHERE k.page_id = p.id)"
          + " FROM status_pages p WHERE p.url = $1";

  private static final String DAYS =
      """
      SELECT c.trigger_service_id, d.day, sum(d.passed + d.degraded), sum(d.failed)
      FROM checks c
      JOIN series s ON s.check_id = c.id
      JOIN result_days d ON d.series_id = s.id AND d.day BETWEEN $2 AND $3
      WHERE c.trigger_service_id = ANY ($1::uuid[])
      GROUP BY 1, 2""";

  private final Database database;

  SiteStore(Database database) {
    this.database = database;
  }

  private static String millis(String column) {
    return "(extract(epoch FROM " + column + ") * 1000)::bigint";
  }

  /** The custom domains of all pages by url, empty without one. */
  Future<Map<String, Optional<String>>> addresses() {
    return database
        .query(ADDRESSES, Tuple.tuple())
        .map(
            rows ->
                Rows.list(rows, row -> row).stream()
                    .collect(
                        Collectors.toMap(
                            row -> row.getString(0),
                            row -> Optional.ofNullable(row.getString(1)))));
  }

  /**
   * A stored page.
   *
   * @param incidents with their newest public updates and the first, and how many are public
   * @param keys digests
   */
  record Stored(
      UUID id,
      UUID account,
      JsonNode settings,
      JsonNode cards,
      JsonNode incidents,
      JsonNode maintenances,
      List<byte[]> keys) {
    Stored {
      keys = List.copyOf(keys);
    }

    private static Stored of(Row row) {
      List<byte[]> keys = new ArrayList<>();
      Buffer[] digests = row.getArrayOfBuffers(6);
      if (digests != null) {
        for (Buffer digest : digests) {
          keys.add(digest.getBytes());
        }
      }
      return new Stored(
          row.getUUID(0),
          row.getUUID(1),
          JsonText.parse(row.getString(2)),
          list(row.getString(3)),
          list(row.getString(4)),
          list(row.getString(5)),
          keys);
    }

    private static JsonNode list(@Nullable String json) {
      return JsonText.parse("{\"list\":" + (json == null ? "[]" : json) + "}").get("list");
    }
  }

  /** The page of a url. */
  Future<Optional<Stored>> page(String url, long now) {
    return database.query(PAGE, Tuple.of(url, now)).map(rows -> Rows.first(rows, Stored::of));
  }

  /**
   * The results of a service's checks on one day.
   *
   * @param day days since 1970 UTC
   */
  record Sum(UUID service, int day, long passed, long failed) {}

  /** Daily results of the checks that open incidents for these services; both days included. */
  Future<List<Sum>> days(List<UUID> services, int first, int last) {
    return database
        .query(
            DAYS,
            Tuple.tuple()
                .addArrayOfUUID(services.toArray(UUID[]::new))
                .addInteger(first)
                .addInteger(last))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Sum(
                            row.getUUID(0), row.getInteger(1), row.getLong(2), row.getLong(3))));
  }
}
