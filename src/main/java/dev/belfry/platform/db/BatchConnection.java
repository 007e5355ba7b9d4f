package dev.belfry.platform.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a {@link BatchQueue}, on which each execution is a commit of its own.
 *
 * @param settings of each
 * @param commits ends each, null if nothing depends on how it ended
 * @param end why the server has ended the connection
 */
record BatchConnection(
    SqlConnection connection,
    TransactionSettings settings,
    @Nullable Commits commits,
    SessionEnd end) {
  /** Sends one execution; completes when it is committed. */
  Future<RowSet<Row>> commit(Function<SqlConnection, Future<RowSet<Row>>> execution) {
    return end.explain(
        commits == null
            ? settings.around(connection, execution)
            : settings.around(connection, execution, commits, end));
  }
}
