package dev.belfry.platform.db;

import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/**
 * Ids of a table that counts its rows, before the rows are there: secrets are sealed for the id of
 * their row.
 */
public final class SequenceIds {
  private final BulkStatement next;

  /**
   * @param table with an identity column {@code id}
   */
  public SequenceIds(Database database, String table) {
    this.next =
        database.bulkRead(
            """
            SELECT nextval(pg_get_serial_sequence('%s', 'id')), asked.number
            FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (account_id, number)"""
                .formatted(table));
  }

  /** An id that no row has or will have. Fails with a 503 when the database is away or too slow. */
  public Future<Long> next(UUID account) {
    return next.execute(account).map(Optional::orElseThrow).map(row -> row.getLong(0));
  }
}
