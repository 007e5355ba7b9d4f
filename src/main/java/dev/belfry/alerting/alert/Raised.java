package dev.belfry.alerting.alert;

import java.util.List;

/**
 * What a transaction raised; to be handed to {@link Alerting#committed} once that is committed.
 *
 * @param nanos when it was decided, by the clock of the process
 */
public record Raised(List<Alert> alerts, long nanos) {
  /** Nothing. */
  public static final Raised NOTHING = new Raised(List.of(), 0);

  public Raised {
    alerts = List.copyOf(alerts);
  }
}
