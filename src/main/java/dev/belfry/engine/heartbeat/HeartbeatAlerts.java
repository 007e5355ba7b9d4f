package dev.belfry.engine.heartbeat;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.alerting.alert.FinalResult;
import dev.belfry.alerting.alert.RaisedAlerts;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;

/** Stores changes of monitors together with the alerts that follow from them. */
final class HeartbeatAlerts {
  private final AlertService alerts;

  HeartbeatAlerts(AlertService alerts) {
    this.alerts = alerts;
  }

  /** Stores changes of monitors that the transaction has locked, and their alerts, or neither. */
  Future<RaisedAlerts> write(SqlConnection connection, List<HeartbeatChange> changes) {
    if (changes.isEmpty()) {
      return Future.succeededFuture(RaisedAlerts.NOTHING);
    }
    List<FinalResult> finals = new ArrayList<>();
    for (HeartbeatChange change : changes) {
      for (BeatResult result : change.results()) {
        if (result.isFinal()) {
          finals.add(result.toFinal(change.row()));
        }
      }
    }
    return HeartbeatStore.write(connection, changes)
        .compose(
            written ->
                finals.isEmpty()
                    ? Future.succeededFuture(RaisedAlerts.NOTHING)
                    : alerts.onResults(connection, finals));
  }

  /** Call it after the commit. */
  void onCommitted(RaisedAlerts raised) {
    alerts.onCommitted(raised);
  }
}
