package dev.belfry.statuspages.publicsite;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.statuspages.domain.DomainState;
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

  private static final String ADDRESSES =
      "SELECT p.url, " + DomainState.PROVED + " FROM status_pages p";

  private static final String PAGE =
      SqlResource.read(SiteStore.class, "read-page.sql")
          .replaceAll("\\{millis:([^}]*)\\}", "(extract(epoch FROM $1) * 1000)::bigint")
          .replace("{domain}", DomainState.PROVED)
          .replace("{mostIncidents}", Integer.toString(MOST_INCIDENTS))
          .replace("{newIncidents}", Integer.toString(NEW_INCIDENTS))
          .replace("{mostUpdates}", Integer.toString(MOST_UPDATES))
          .replace("{fewUpdates}", Integer.toString(FEW_UPDATES))
          .replace("{ahead}", Long.toString(AHEAD_MILLIS))
          .replace("{behind}", Long.toString(BEHIND_MILLIS));

  /** How far back results are read that are not summed up yet; they are in an hour or two. */
  private static final long UNSUMMED_MILLIS = 6L * 3_600_000;

  private static final String DAYS = SqlResource.read(SiteStore.class, "read-days.sql");

  private final Database database;

  SiteStore(Database database) {
    this.database = database;
  }

  /** The proved custom domains of all pages by url, empty without one. */
  Future<Map<String, Optional<String>>> addresses() {
    return database
        .read(ADDRESSES, Tuple.tuple())
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
   * @param domain the custom domain if it is proved, null otherwise
   */
  record Stored(
      UUID id,
      UUID account,
      JsonNode settings,
      JsonNode cards,
      JsonNode incidents,
      JsonNode maintenances,
      List<byte[]> keys,
      @Nullable String domain) {
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
          keys,
          row.getString(7));
    }

    private static JsonNode list(@Nullable String json) {
      return JsonText.parse("{\"list\":" + (json == null ? "[]" : json) + "}").get("list");
    }
  }

  /** The page of a url. */
  Future<Optional<Stored>> page(String url, long now) {
    return database.read(PAGE, Tuple.of(url, now)).map(rows -> Rows.first(rows, Stored::of));
  }

  /**
   * The results of a service's checks on one day.
   *
   * @param day days since 1970 UTC
   * @param failedMillis how long the checks failed, on average over checks and locations
   */
  record Sum(UUID service, int day, long passed, long failed, long failedMillis) {}

  /**
   * Daily results of the checks that open incidents for these services; both days included.
   *
   * @param now epoch milliseconds
   */
  Future<List<Sum>> days(List<UUID> services, int first, int last, long now) {
    return database
        .read(
            DAYS,
            Tuple.tuple()
                .addArrayOfUUID(services.toArray(UUID[]::new))
                .addInteger(first)
                .addInteger(last)
                .addLong(now - UNSUMMED_MILLIS))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Sum(
                            row.getUUID(0),
                            row.getInteger(1),
                            row.getLong(2),
                            row.getLong(3),
                            row.getLong(4))));
  }
}
