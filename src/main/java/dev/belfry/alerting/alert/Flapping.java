package dev.belfry.alerting.alert;

/** What an alert says of flapping. */
public enum Flapping {
  NO,
  /** The check changes its state again and again, and single changes are not told. */
  FLAPPING,
  /** The check was told as flapping and has settled. */
  SETTLED
}
