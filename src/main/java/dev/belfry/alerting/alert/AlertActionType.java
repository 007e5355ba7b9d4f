package dev.belfry.alerting.alert;

/** What a person can do about an open alert, by its names on the wire. */
public enum AlertActionType {
  ACKNOWLEDGE,
  UNACKNOWLEDGE,
  SNOOZE,
  UNSNOOZE,
  ASSIGN,
  UNASSIGN,
  COMMENT
}
