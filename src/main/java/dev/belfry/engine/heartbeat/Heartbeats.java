package dev.belfry.engine.heartbeat;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.alerting.alert.RaisedAlerts;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.PingDetail;
import dev.belfry.api.http.PingReceiver;
import dev.belfry.api.ratelimit.LocalLimiter;
import dev.belfry.monitoring.heartbeat.BeatEvent;
import dev.belfry.monitoring.heartbeat.BeatWatch;
import dev.belfry.monitoring.heartbeat.PingLinks;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Stores pings. The usual one is a part of a statement for many requests; one that may raise or end
 * an alert is a transaction of its own.
 */
public final class Heartbeats implements PingReceiver {
  private static final UUID ANYBODY = Caller.ANYBODY.accountId();
  private static final String LIMITED = "ping";
  private static final int MOST_PINGS = 50;
  private static final Duration WINDOW = Duration.ofSeconds(10);

  /** A slower ping counts from then on, since an instance may judge its deadline before. */
  private static final long LONGEST_MILLIS = BeatWatch.SETTLE_MILLIS - 500;

  private static final ApiResponse STORED = ApiResponse.ok("{\"message\":\"OK\"}");
  private static final ApiResponse PAUSED =
      ApiResponse.ok("{\"message\":\"The monitor is paused\"}");

  private final Database database;
  private final HeartbeatStore store;
  private final HeartbeatAlerts alerts;
  private final PingLinks links;
  private final LocalLimiter limiter;

  /**
   * @param limiter of pings, for all event loops of the process
   */
  public Heartbeats(Database database, AlertService alerts, PingLinks links, LocalLimiter limiter) {
    this.database = database;
    this.store = new HeartbeatStore(database);
    this.alerts = new HeartbeatAlerts(alerts);
    this.links = links;
    this.limiter = limiter;
  }

  @Override
  public Admitted admit(String token, String signal) {
    UUID monitor = links.verify(token).orElseThrow(ApiException::notFound);
    PingReport report = PingReport.of(signal).orElseThrow(ApiException::notFound);
    if (!limiter.take(LIMITED, monitor.toString(), MOST_PINGS, WINDOW).admitted()) {
      throw new ApiException(ApiError.TOO_MANY_REQUESTS);
    }
    return detail -> onPing(monitor, report, detail);
  }

  private Future<ApiResponse> onPing(UUID monitor, PingReport report, PingDetail detail) {
    return store
        .read(ANYBODY, monitor)
        .compose(
            found -> {
              HeartbeatRow row = found.orElseThrow(ApiException::notFound);
              if (!row.known().active()) {
                return Future.succeededFuture(PAUSED);
              }
              HeartbeatChange change = change(row, report, detail);
              Future<Optional<Boolean>> decided =
                  change.next().isPlain()
                      ? store.write(change)
                      : Future.succeededFuture(Optional.empty());
              return BulkStatement.orElse(decided, () -> decide(row, report, detail)).map(STORED);
            });
  }

  /** Stores a ping in a transaction that has locked the monitor. */
  private Future<Boolean> decide(HeartbeatRow seen, PingReport report, PingDetail detail) {
    Long due = seen.known().state().dueAt();
    return store
        .makePartition(seen.now())
        .compose(made -> store.makePartition(due == null ? seen.now() : due))
        .compose(made -> locked(seen.monitor(), report, detail));
  }

  private Future<Boolean> locked(UUID monitor, PingReport report, PingDetail detail) {
    return database
        .transaction(
            connection ->
                store
                    .lock(connection, monitor)
                    .compose(
                        found -> {
                          if (found.isEmpty() || !found.get().known().active()) {
                            return Future.succeededFuture(RaisedAlerts.NOTHING);
                          }
                          return alerts.write(
                              connection, List.of(change(found.get(), report, detail)));
                        }))
        .onSuccess(alerts::onCommitted)
        .map(true);
  }

  /** The time of arrival is the database's clock less the time since the request arrived. */
  private static HeartbeatChange change(HeartbeatRow row, PingReport report, PingDetail detail) {
    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - detail.arrivedNanos());
    long arrived = row.now() - Math.min(waited, LONGEST_MILLIS);
    BeatWatch.Next next = BeatWatch.onPing(row.timer(), row.known(), report.ping(), arrived);
    BeatEvent last = next.events().get(next.events().size() - 1);
    return new HeartbeatChange(
        row,
        next,
        next.events().stream()
            .map(
                event ->
                    event.equals(last)
                        ? BeatResult.of(event, row, report, detail)
                        : BeatResult.missed(event, row))
            .toList());
  }
}
