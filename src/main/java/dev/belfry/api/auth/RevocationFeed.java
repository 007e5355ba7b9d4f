package dev.belfry.api.auth;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads which keys have been revoked; asked with every heartbeat, several times a second. It does
 * not read again what it knows, so that nobody slows all accounts down by revoking many keys. One
 * reading in a thousand is of all keys, and forgets those that have expired. Confined to an event
 * loop.
 */
public final class RevocationFeed implements Function<SqlClient, Future<Void>> {
  /** One in some minutes. */
  private static final int WHOLE_EVERY = 1_000;

  /** A revocation has the time at which its transaction began, and is seen when that ends. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(10);

  private static final String REVOKED =
      """
      SELECT id, revoked_at FROM api_keys
      WHERE revoked_at IS NOT NULL AND (expires_at IS NULL OR expires_at > now())""";

  private static final String REVOKED_SINCE = REVOKED + " AND revoked_at > $1";

  private final RevokedKeys revoked;
  private int readings;
  private @Nullable OffsetDateTime newest;

  public RevocationFeed(RevokedKeys revoked) {
    this.revoked = revoked;
  }

  /** Completes when the keys are known; fails as the statement does. */
  @Override
  public Future<Void> apply(SqlClient client) {
    OffsetDateTime known = readings % WHOLE_EVERY == 0 ? null : newest;
    return (known == null
            ? client.preparedQuery(REVOKED).execute()
            : client
                .preparedQuery(REVOKED_SINCE)
                .execute(Tuple.of(known.minus(LONGEST_TRANSACTION))))
        .map(
            rows -> {
              readings++;
              take(rows, known == null);
              return null;
            });
  }

  private void take(RowSet<Row> rows, boolean whole) {
    List<UUID> ids = new ArrayList<>(rows.size());
    for (Row row : rows) {
      ids.add(row.getUUID(0));
      OffsetDateTime at = row.getOffsetDateTime(1);
      if (newest == null || at.isAfter(newest)) {
        newest = at;
      }
    }
    if (whole) {
      revoked.replace(ids);
    } else {
      revoked.add(ids);
    }
  }
}
