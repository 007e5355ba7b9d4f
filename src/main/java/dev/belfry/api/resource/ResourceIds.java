package dev.belfry.api.resource;

import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Ids as texts read for statements; what is no id at all names nothing and is left out. */
public final class ResourceIds {
  private static final String NEXT =
      """
      SELECT nextval(pg_get_serial_sequence($1, 'id'))::text FROM generate_series(1, $2)""";

  private static final int GUID_LENGTH = 36;

  private ResourceIds() {}

  /** Those that are GUIDs. */
  public static UUID[] guids(Collection<String> ids) {
    return ids.stream().flatMap(id -> guid(id).stream()).toArray(UUID[]::new);
  }

  /** Those that are decimal numbers of 64 bits. */
  public static Long[] numbers(Collection<String> ids) {
    return ids.stream().flatMap(id -> number(id).stream()).toArray(Long[]::new);
  }

  /**
   * So many numbers for new rows of a table, from the sequence of its column {@code id}.
   *
   * @param table one of ours
   */
  public static Future<List<String>> next(SqlConnection connection, String table, int count) {
    return connection
        .preparedQuery(NEXT)
        .execute(Tuple.of(table, count))
        .map(rows -> Rows.list(rows, row -> row.getString(0)));
  }

  /** So many GUIDs for new rows. */
  public static Future<List<String>> next(Ids ids, int count) {
    return Future.succeededFuture(
        Stream.generate(() -> ids.next().toString()).limit(count).toList());
  }

  private static Optional<UUID> guid(String id) {
    try {
      return id.length() == GUID_LENGTH ? Optional.of(UUID.fromString(id)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> number(String id) {
    try {
      return Optional.of(Long.valueOf(id));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
