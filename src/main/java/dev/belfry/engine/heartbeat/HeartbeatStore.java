package dev.belfry.engine.heartbeat;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.INT;
import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;

import dev.belfry.monitoring.heartbeat.BeatState;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** The SQL of pings, those of many requests in one statement. Confined to its event loop. */
final class HeartbeatStore {
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  /** The account is that of anybody who pings, and does not restrict the monitor. */
  private static final String READ =
      "SELECT "
          + HeartbeatRow.COLUMNS
          + ", a.number FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY"
          + " AS a (caller, id, number) JOIN heartbeats h ON h.check_id = a.id"
          + HeartbeatRow.JOIN;

  static final String WRITE = SqlResource.read(HeartbeatStore.class, "write-pings.sql");

  private static final String LOCK =
      "SELECT "
          + HeartbeatRow.COLUMNS
          + " FROM heartbeats h"
          + HeartbeatRow.JOIN
          + " WHERE h.check_id = $1 FOR UPDATE OF h";

  private static final String PARTITIONS = "SELECT make_partitions($1)";

  private final Database database;
  private final BulkStatement read;
  private final BulkStatement write;

  /** Days that have partitions; cleared after a failure, since an old one may be dropped. */
  private final Set<Integer> days = new HashSet<>();

  HeartbeatStore(Database database) {
    this.database = database;
    read = database.bulkRead(READ, GUID);
    write =
        database.bulkWrite(
            WRITE, GUID, LONG, LONG, LONG, LONG, LONG, LONG, FLAG, LONG, LONG, LONG, LONG, LONG,
            LONG, INT, INT, INT, INT, INT, TEXT);
  }

  /** A monitor; empty when there is none. */
  Future<Optional<HeartbeatRow>> read(UUID caller, UUID monitor) {
    return read.execute(caller, monitor).map(found -> found.map(HeartbeatRow::of));
  }

  /**
   * Stores a change with one result that raises no alert. Empty, and nothing stored, when a
   * transaction has to decide.
   */
  Future<Optional<Boolean>> write(HeartbeatChange change) {
    BeatResult result = change.results().get(0);
    HeartbeatRow row = change.row();
    BeatState state = change.next().state();
    BeatState.Counts counts = state.counts();
    return makePartition(result.at())
        .compose(
            made ->
                write.execute(
                    row.account(),
                    row.monitor(),
                    row.version(),
                    state.lastAt(),
                    state.beatAt(),
                    state.startAt(),
                    state.expectedAt(),
                    state.dueAt(),
                    state.missing(),
                    change.next().lookAt(),
                    counts.expected(),
                    counts.came(),
                    counts.missed(),
                    counts.withdrawn(),
                    result.at(),
                    row.seriesId(),
                    result.attempt(),
                    (int) result.verdict().code(),
                    (int) result.reason().code(),
                    result.micros(),
                    result.detail()))
        .onFailure(failed -> days.clear())
        .map(found -> found.map(stored -> true));
  }

  /** Locks a monitor. */
  Future<Optional<HeartbeatRow>> lock(SqlConnection connection, UUID monitor) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(monitor))
        .map(rows -> Rows.first(rows, HeartbeatRow::of));
  }

  /** Makes the partitions of results for the day of a moment, unless this has been done. */
  Future<Void> makePartition(long at) {
    int day = Math.toIntExact(at / DAY_MILLIS);
    return days.contains(day)
        ? Future.succeededFuture()
        : database.query(PARTITIONS, Tuple.of(day)).onSuccess(made -> days.add(day)).mapEmpty();
  }

  /** Stores changes of monitors that the transaction has locked. */
  static Future<Void> write(SqlConnection connection, List<HeartbeatChange> changes) {
    return connection
        .preparedQuery(HeartbeatRows.STATES)
        .execute(HeartbeatRows.states(changes))
        .compose(
            kept -> {
              List<HeartbeatRows.Stored> results = new ArrayList<>();
              for (HeartbeatChange change : changes) {
                change
                    .results()
                    .forEach(
                        result ->
                            results.add(new HeartbeatRows.Stored(change.row().seriesId(), result)));
              }
              return results.isEmpty()
                  ? Future.succeededFuture()
                  : connection
                      .preparedQuery(HeartbeatRows.RESULTS)
                      .execute(HeartbeatRows.results(results))
                      .mapEmpty();
            });
  }
}
