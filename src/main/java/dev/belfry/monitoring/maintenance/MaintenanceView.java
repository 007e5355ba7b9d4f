package dev.belfry.monitoring.maintenance;

import dev.belfry.api.http.JsonText;

/** A window as an answer shows it (wire contract 2.4). */
final class MaintenanceView {
  private MaintenanceView() {}

  static String of(WindowRow row) {
    return WindowCodec.members(JsonText.object().number("id", row.id()), row.window())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  /** The members of a window with its id, without times of its row. */
  static String identified(long id, MaintenanceWindow window) {
    return WindowCodec.members(JsonText.object().number("id", id), window).end();
  }
}
