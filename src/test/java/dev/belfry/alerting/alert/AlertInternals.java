package dev.belfry.alerting.alert;

/** What tests of other packages need to know of states and steps. */
public final class AlertInternals {
  private AlertInternals() {}

  /** The statement that reads what the checks of its only parameter depend on. */
  public static String parentsSql() {
    return ParentStore.PARENTS;
  }

  /** Whether a check is failing, told or not. */
  public static boolean isFailing(AlertState state) {
    return state.isFailing();
  }

  /** Whether a parent held an alert of a check that was not told since. */
  public static boolean wasHeld(AlertState state) {
    return state.notification().held() != null;
  }

  /** Whether there is something to tell of an active check of which nothing was told. */
  public static boolean isUntold(AlertState state, AlertPolicy policy, long now) {
    return policy.activated()
        && state.episode() == null
        && DueChange.of(state, policy.settings(), now) != null;
  }

  /** When what is to be told of a check began. */
  public static long troubledSince(AlertState state) {
    return state.troubledSince();
  }

  /** The state after someone acknowledged the problem, or took that back. */
  public static AlertState acknowledge(
      AlertState state, AlertPolicy policy, boolean acknowledged, long now) {
    return AlertEngine.acknowledge(state, policy, acknowledged, now);
  }

  /** The state after someone snoozed the problem. */
  public static AlertState snooze(AlertState state, AlertPolicy policy, long until, long now) {
    return AlertEngine.snooze(state, policy, until, now);
  }

  /** Whether the channels with a delay receive the alert of a step. */
  public static boolean receives(AlertStep step, int minutes) {
    return step.stages().include(minutes);
  }
}
