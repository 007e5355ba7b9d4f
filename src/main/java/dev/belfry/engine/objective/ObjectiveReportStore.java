package dev.belfry.engine.objective;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of reports by mail. Futures fail when the database is away. */
final class ObjectiveReportStore {
  private static final String TAKE =
      """
      UPDATE objective_report_channels r SET due_ms = $3
      WHERE r.channel_id = (
        SELECT n.channel_id FROM objective_report_channels n
        WHERE n.month < $1 AND n.due_ms <= $2
        ORDER BY n.due_ms, n.account_id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING r.channel_id, r.account_id, EXISTS (SELECT FROM objective_reports p
        WHERE p.account_id = r.account_id AND p.month = $4)""";

  private static final String STORE =
      """
      INSERT INTO objective_reports (account_id, month, summary, csv)
      SELECT a.id, $2, $3::text::jsonb, $4 FROM accounts a WHERE a.id = $1
      ON CONFLICT (account_id, month) DO NOTHING""";

  private static final String QUEUE =
      SqlResource.read(ObjectiveReportStore.class, "queue-report.sql");

  private final Database database;

  ObjectiveReportStore(Database database) {
    this.database = database;
  }

  /**
   * A channel that is due.
   *
   * @param stored whether the report of its account is there already
   */
  record DueChannel(long channel, UUID account, boolean stored) {
    static DueChannel of(Row row) {
      return new DueChannel(row.getLong(0), row.getUUID(1), row.getBoolean(2));
    }
  }

  /** Takes a channel that is due until a time, at which another instance may take it. */
  Future<Optional<DueChannel>> take(DueReports due, long now, long until) {
    return database
        .query(TAKE, Tuple.of(due.before(), now, until, due.reported().atDay(1)))
        .map(rows -> Rows.first(rows, DueChannel::of));
  }

  /** Stores a report unless the account has one of the month. */
  static Future<Void> store(
      SqlConnection connection,
      UUID account,
      LocalDate month,
      String summary,
      @Nullable String csv) {
    return connection
        .preparedQuery(STORE)
        .execute(Tuple.of(account, month, summary, csv))
        .mapEmpty();
  }

  /** Queues the report, if there is one, unless the channel had it; the channel is done with. */
  static Future<Void> queue(SqlConnection connection, long channel, DueReports due) {
    return connection
        .preparedQuery(QUEUE)
        .execute(Tuple.of(channel, due.before(), due.reported().atDay(1)))
        .mapEmpty();
  }
}
