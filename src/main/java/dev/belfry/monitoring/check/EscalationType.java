package dev.belfry.monitoring.check;

/** What makes a failing check raise its alert (specification, "AlertSettings object"). */
public enum EscalationType {
  /** A number of consecutive failed runs. */
  RUN_BASED,
  /** A number of minutes of failing. */
  TIME_BASED
}
