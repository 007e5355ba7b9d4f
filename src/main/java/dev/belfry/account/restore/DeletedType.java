package dev.belfry.account.restore;

import java.util.stream.Stream;

/** A type of resource that can be restored, and the table it is stored in. */
enum DeletedType {
  CHECK("check", "checks"),
  CHECK_GROUP("check-group", "check_groups"),
  ALERT_CHANNEL("alert-channel", "alert_channels"),
  STATUS_PAGE("status-page", "status_pages"),
  SERVICE("status-page-service", "services"),
  INCIDENT("incident", "incidents"),
  MAINTENANCE_WINDOW("maintenance-window", "maintenance_windows"),
  ON_CALL_SCHEDULE("on-call-schedule", "on_call_schedules"),
  TEAM("team", "teams");

  private final String wire;
  private final String table;

  DeletedType(String wire, String table) {
    this.wire = wire;
    this.table = table;
  }

  static DeletedType of(String wire) {
    return Stream.of(values()).filter(type -> type.wire.equals(wire)).findFirst().orElseThrow();
  }

  String table() {
    return table;
  }
}
