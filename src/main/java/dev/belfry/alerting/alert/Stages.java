package dev.belfry.alerting.alert;

/**
 * The channels that an alert goes to, by their delay in minutes ({@code escalateAfterMinutes}).
 *
 * @param above delays up to this one are left out, -1 for none
 * @param upTo the longest delay
 */
record Stages(int above, int upTo) {
  /** Every channel, whatever its delay. */
  static final Stages ALL = new Stages(-1, Integer.MAX_VALUE);

  /** Every channel that was told by now. */
  static Stages told(NotificationState notification) {
    return new Stages(-1, notification.attention().stage());
  }

  boolean include(int minutes) {
    return minutes > above && minutes <= upTo;
  }

  /** Whether earlier stages had the alert before. */
  boolean isEscalation() {
    return above >= 0;
  }
}
