package dev.belfry.engine.result;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the present status of checks from Postgres. */
final class StatusStore {
  private static final String SELECT = SqlResource.read(StatusStore.class, "check-statuses.sql");

  private static final String NEXT = SELECT.formatted("c.id > $4 ORDER BY c.id LIMIT $5");
  private static final String READ = SELECT.formatted("c.id = $4");
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final Database database;

  StatusStore(Database database) {
    this.database = database;
  }

  /** The next checks of an account in the order of their ids. Fails when the database is away. */
  Future<List<StatusRow>> next(UUID account, UUID after, int limit, long now) {
    return database
        .read(NEXT, parameters(account, now).addUUID(after).addInteger(limit))
        .map(rows -> Rows.list(rows, StatusRow::of));
  }

  Future<Optional<StatusRow>> read(UUID account, UUID check, long now) {
    return database
        .query(READ, parameters(account, now).addUUID(check))
        .map(rows -> Rows.first(rows, StatusRow::of));
  }

  /** Allows an hour for different clocks of instance and database. */
  private static Tuple parameters(UUID account, long now) {
    return Tuple.of(account, now + HOUR, (int) (now / DAY));
  }
}
