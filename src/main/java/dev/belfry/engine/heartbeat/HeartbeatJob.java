package dev.belfry.engine.heartbeat;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.alerting.alert.RaisedAlerts;
import dev.belfry.monitoring.heartbeat.BeatWatch;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the beats that are missing. Every instance looks; monitors that another instance or a ping
 * has locked are left to that. A deadline is a row, so one that passes while no instance runs is
 * found by the first that starts.
 */
public final class HeartbeatJob {
  private static final Logger LOG = LoggerFactory.getLogger(HeartbeatJob.class);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int AT_ONCE = 100;

  private static final String DUE =
      "SELECT "
          + HeartbeatRow.COLUMNS
          + " FROM heartbeats h"
          + HeartbeatRow.JOIN
          + " WHERE h.look_at <= (SELECT epoch_millis()) ORDER BY h.look_at LIMIT $1"
          + " FOR UPDATE OF h SKIP LOCKED";

  /** Settings that do not fit are looked at again later. */
  private static final String POSTPONE =
      "UPDATE heartbeats SET look_at = epoch_millis() + 60000 WHERE check_id = $1";

  private final JobRunner jobs;
  private final HeartbeatStore store;
  private final HeartbeatAlerts alerts;

  /**
   * Creates the job; {@link #start} starts it.
   *
   * @param address of the database
   */
  public HeartbeatJob(Vertx vertx, DatabaseAddress address, Config config, AlertService alerting) {
    this.jobs = new JobRunner(vertx, address, config.database(), 2, PATIENCE);
    this.store = new HeartbeatStore(jobs.database());
    this.alerts = new HeartbeatAlerts(alerting);
  }

  /** Starts the job. */
  public void start() {
    jobs.every(EVERY, "Missing heartbeats", this::look);
  }

  /** Stops the job and aborts it if it is under way. */
  public Future<Void> stop() {
    return jobs.stop();
  }

  /** Looks at all monitors whose time has come, some in each transaction. */
  Future<Void> look() {
    return jobs.database()
        .transaction(this::lookAtSome)
        .onSuccess(looked -> alerts.onCommitted(looked.raised()))
        .compose(
            looked ->
                looked.monitors() < AT_ONCE || jobs.stopped() ? Future.succeededFuture() : look());
  }

  private record Looked(int monitors, RaisedAlerts raised) {}

  private Future<Looked> lookAtSome(SqlConnection connection) {
    return connection
        .preparedQuery(DUE)
        .execute(Tuple.of(AT_ONCE))
        .compose(
            rows -> {
              List<HeartbeatChange> changes = new ArrayList<>();
              return changes(connection, rows, changes)
                  .compose(read -> makePartitions(changes))
                  .compose(made -> alerts.write(connection, changes))
                  .map(raised -> new Looked(rows.size(), raised));
            });
  }

  private Future<Void> changes(
      SqlConnection connection, RowSet<Row> rows, List<HeartbeatChange> changes) {
    Future<Void> read = Future.succeededFuture();
    for (Row row : rows) {
      try {
        changes.add(change(HeartbeatRow.of(row)));
      } catch (IllegalArgumentException e) {
        UUID monitor = row.getUUID(0);
        LOG.error("Heartbeat monitor {} cannot be looked at: {}", monitor, e.getMessage());
        read =
            read.compose(
                before -> connection.preparedQuery(POSTPONE).execute(Tuple.of(monitor)).mapEmpty());
      }
    }
    return read;
  }

  private static HeartbeatChange change(HeartbeatRow row) {
    BeatWatch.Next next = BeatWatch.onLook(row.timer(), row.known(), row.now());
    return new HeartbeatChange(
        row, next, next.events().stream().map(event -> BeatResult.missed(event, row)).toList());
  }

  /** On another connection, since a table that is being attached must not wait for this one. */
  private Future<Void> makePartitions(List<HeartbeatChange> changes) {
    Future<Void> made = Future.succeededFuture();
    for (HeartbeatChange change : changes) {
      for (BeatResult result : change.results()) {
        made = made.compose(before -> store.makePartition(result.at()));
      }
    }
    return made;
  }
}
