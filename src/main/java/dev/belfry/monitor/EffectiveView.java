package dev.belfry.monitor;

import dev.belfry.check.GroupOverlay;
import dev.belfry.check.GroupSettings;
import dev.belfry.http.JsonText;
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
