package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.TriggerIncident;
import dev.belfry.statuspages.incident.CheckIncidents;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The incidents that alerts open and resolve. */
final class AlertIncidents {
  private final CheckIncidents incidents;

  AlertIncidents(CheckIncidents incidents) {
    this.incidents = incidents;
  }

  /** The checks of transitions that open an incident of a service that is just being deleted. */
  Future<Set<UUID>> leaving(SqlConnection connection, List<AlertTransition> transitions) {
    Set<UUID> services = new HashSet<>();
    for (AlertTransition transition : transitions) {
      UUID service = transition.serviceToOpen();
      if (service != null) {
        services.add(service);
      }
    }
    return incidents
        .leaving(connection, services)
        .map(
            leaving -> {
              Set<UUID> checks = new HashSet<>();
              for (AlertTransition transition : transitions) {
                UUID service = transition.serviceToOpen();
                if (service != null && leaving.contains(service)) {
                  checks.add(transition.check.checkId());
                }
              }
              return checks;
            });
  }

  /** Opens and resolves the incidents of transitions. */
  Future<Void> update(SqlConnection connection, List<AlertTransition> transitions) {
    Future<Void> updated = Future.succeededFuture();
    for (AlertTransition transition : transitions) {
      for (Alert alert : transition.alerts) {
        updated = updated.compose(done -> updateIncident(connection, transition, alert.type()));
      }
    }
    return updated;
  }

  private Future<Void> updateIncident(
      SqlConnection connection, AlertTransition transition, AlertType type) {
    TriggerIncident wanted = transition.check.own().alerting().triggerIncident();
    UUID account = transition.check.accountId();
    boolean quiet = transition.check.settings().muted();
    UUID incident = transition.incident;
    if (type.isRecovery() && incident != null) {
      transition.incident = null;
      return incidents.resolve(connection, account, incident, quiet);
    }
    if (type.isFailure() && incident == null && wanted != null) {
      return incidents
          .open(connection, account, wanted, quiet)
          .onSuccess(opened -> transition.incident = opened.orElse(null))
          .mapEmpty();
    }
    return Future.succeededFuture();
  }
}
