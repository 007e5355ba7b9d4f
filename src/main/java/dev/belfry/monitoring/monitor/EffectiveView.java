package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.GroupOverlay;
import dev.belfry.monitoring.check.GroupSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A check with the settings of its group applied. */
final class EffectiveView {
  /** It decides what a request has; a stored document does not tell it. */
  private static final String CHECK_TYPE = "checkType";

  private EffectiveView() {}

  /** The groups that some checks are in, each once. */
  static Long[] groups(List<MonitorRow> rows) {
    return rows.stream()
        .map(MonitorRow::groupId)
        .filter(Objects::nonNull)
        .distinct()
        .toArray(Long[]::new);
  }

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
