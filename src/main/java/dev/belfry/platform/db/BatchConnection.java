package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/**
 * The connection of a {@link BatchQueue}, on which each execution is a commit of its own.
 *
 * @param settings of each
 */
record BatchConnection(SqlConnection connection, TransactionSettings settings) {
  /** Sends one execution; completes when it is committed. */
  Future<RowSet<Row>> commit(Function<SqlConnection, Future<RowSet<Row>>> execution) {
    return settings.around(connection, execution);
  }
}
