package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.GroupOverlay;
import dev.belfry.monitoring.check.GroupSettings;
import java.util.Map;

/** A check with the settings of its group applied. */
final class EffectiveView {
  /** It decides what a request has; a stored document does not tell it. */
  private static final String CHECK_TYPE = "checkType";

  private EffectiveView() {}

  static MonitorRow of(MonitorRow row, Map<Long, GroupSettings> groups) {
    Long id = row.groupId();
    GroupSettings group = id == null ? null : groups.get(id);
    if (group == null) {
      return row;
    }
    ObjectNode document = JsonText.parse(row.settings()).put(CHECK_TYPE, row.checkType());
    return row.with(GroupOverlay.over(document, group).<ObjectNode>without(CHECK_TYPE).toString());
  }
}
