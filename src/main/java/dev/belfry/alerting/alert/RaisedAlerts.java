package dev.belfry.alerting.alert;

import java.util.List;

/**
 * The alerts that a transaction raised. Pass them to {@link AlertService#onCommitted} after the
 * commit.
 *
 * @param nanos time of the decision, {@link System#nanoTime}
 */
public record RaisedAlerts(List<Alert> alerts, long nanos) {
  /** No alerts. */
  public static final RaisedAlerts NOTHING = new RaisedAlerts(List.of(), 0);

  public RaisedAlerts {
    alerts = List.copyOf(alerts);
  }
}
