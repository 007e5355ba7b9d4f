package dev.belfry.engine.result.distribution;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out whether the workers have what the coordinator committed. A transaction of two phases is
 * committed on the coordinator first. A worker that dies then has it when Citus has completed it,
 * up to a minute after its return, and shows none of its rows before.
 */
public final class WorkerCommits {
  /**
   * The transactions that are committed, but not yet on a worker. Those that commit after the
   * statement began are none of them.
   */
  private static final String LOOK =
      """
      SELECT w.success, ARRAY(SELECT t.gid FROM pg_dist_transaction t
        WHERE t.gid = ANY (string_to_array(w.result, ' ')))
      FROM run_command_on_workers($$
        SELECT coalesce(string_agg(gid, ' '), '') FROM pg_prepared_xacts
        WHERE database = current_database()$$) AS w""";

  /** Others commit all the time; each needs milliseconds for its second phase. */
  private static final String PAUSE = "SELECT pg_sleep(0.1)";

  private static final int LOOKS = 20;

  private WorkerCommits() {}

  /**
   * Whether all that was committed before is on the workers: false when one of them cannot be asked
   * or lacks something for seconds. Fails when the coordinator does.
   */
  public static Future<Boolean> complete(SqlConnection connection) {
    return look(connection)
        .compose(
            first ->
                first.isEmpty()
                    ? Future.succeededFuture(false)
                    : gone(connection, first.get(), LOOKS));
  }

  private static Future<Boolean> gone(SqlConnection connection, Set<String> waiting, int looks) {
    if (waiting.isEmpty() || looks == 0) {
      return Future.succeededFuture(waiting.isEmpty());
    }
    return connection
        .query(PAUSE)
        .execute()
        .compose(slept -> look(connection))
        .compose(
            now -> {
              if (now.isEmpty()) {
                return Future.succeededFuture(false);
              }
              Set<String> left = new HashSet<>(waiting);
              left.retainAll(now.get());
              return gone(connection, left, looks - 1);
            });
  }

  /** Empty when a worker cannot be asked. */
  private static Future<Optional<Set<String>>> look(SqlConnection connection) {
    return connection
        .query(LOOK)
        .execute()
        .map(
            rows -> {
              Set<String> waiting = new HashSet<>();
              for (Row row : rows) {
                if (!row.getBoolean(0)) {
                  return Optional.empty();
                }
                Collections.addAll(waiting, row.getArrayOfStrings(1));
              }
              return Optional.of(waiting);
            });
  }
}
