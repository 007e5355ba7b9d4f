package dev.belfry.alerting.alert;

import java.util.List;

/**
 * What a transaction raised; to be handed to {@link AlertService#onCommitted} once that is
 * committed.
 *
 * @param nanos when it was decided, by the clock of the process
 */
public record RaisedAlerts(List<Alert> alerts, long nanos) {
  /** Nothing. */
  public static final RaisedAlerts NOTHING = new RaisedAlerts(List.of(), 0);

  public RaisedAlerts {
    alerts = List.copyOf(alerts);
  }
}
