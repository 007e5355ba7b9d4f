package dev.belfry.monitoring.monitor;

import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.GroupOverlay;
import dev.belfry.monitoring.check.GroupSettings;
import java.util.Map;

/** A check with the settings of its group applied. */
final class EffectiveView {
  private EffectiveView() {}

  static MonitorRow of(MonitorRow row, Map<Long, GroupSettings> groups) {
    Long id = row.groupId();
    GroupSettings group = id == null ? null : groups.get(id);
    return group == null
        ? row
        : row.with(GroupOverlay.over(JsonText.parse(row.settings()), group).toString());
  }
}
