package dev.belfry.alerting.alert;

/** Tells escalations from other alerts, for tests of other packages. */
public final class Escalations {
  private Escalations() {}

  /** Whether earlier stages had the alert of a step before. */
  public static boolean has(AlertStep step) {
    return step.stages().isEscalation();
  }
}
