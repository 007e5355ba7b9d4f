package dev.belfry.alerting.alert;

import java.util.ArrayList;
import java.util.List;

/**
 * The alerts that a transaction raised. Pass them to {@link AlertService#onCommitted} after the
 * commit.
 *
 * @param nanos time of the decision, {@link System#nanoTime}
 * @param left what has to wait for the end of another transaction
 * @param done what has waited and is done now
 */
public record RaisedAlerts(List<Alert> alerts, long nanos, Postponement left, Postponement done) {
  /** No alerts. */
  public static final RaisedAlerts NOTHING = new RaisedAlerts(List.of(), 0);

  public RaisedAlerts {
    alerts = List.copyOf(alerts);
  }

  RaisedAlerts(List<Alert> alerts, long nanos) {
    this(alerts, nanos, Postponement.NONE, Postponement.NONE);
  }

  /** What transitions led to that were decided at {@code nanos}. */
  static RaisedAlerts of(List<AlertTransition> transitions, long nanos) {
    return new RaisedAlerts(
            transitions.stream().flatMap(transition -> transition.alerts.stream()).toList(), nanos)
        .leaving(
            new Postponement(
                List.of(),
                transitions.stream().flatMap(transition -> transition.late.stream()).toList()));
  }

  /** The same with more that has to wait. */
  RaisedAlerts leaving(Postponement more) {
    return new RaisedAlerts(alerts, nanos, left.and(more), done);
  }

  /** The same with more that has waited and is done. */
  RaisedAlerts finishing(Postponement more) {
    return new RaisedAlerts(alerts, nanos, left, done.and(more));
  }

  /** These and those of the same transaction. */
  RaisedAlerts and(RaisedAlerts other) {
    List<Alert> all = new ArrayList<>(alerts);
    all.addAll(other.alerts);
    return new RaisedAlerts(
        all, Math.max(nanos, other.nanos), left.and(other.left), done.and(other.done));
  }
}
