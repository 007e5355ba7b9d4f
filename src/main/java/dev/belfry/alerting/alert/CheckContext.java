package dev.belfry.alerting.alert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.AccountSettings;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.EffectiveSettings;
import dev.belfry.monitoring.check.GroupSettings;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is in force for a check at the moment a result is looked at.
 *
 * @param groupName null for a check in no group
 * @param series how many of its series have a schedule in force
 * @param held whether a maintenance window is on
 * @param now the database's clock, milliseconds since 1970
 */
record CheckContext(
    UUID checkId,
    UUID accountId,
    EffectiveSettings settings,
    @Nullable String groupName,
    int series,
    boolean held,
    long now) {
  /** The one place that says whether a maintenance window is on for a check c in a group g. */
  static final String HELD =
      "maintenance_silences(c.account_id, tags_of(c.settings, g.settings), epoch_millis())";

  /** The columns that {@link #of} reads, of checks c, check_groups g (or null) and accounts a. */
  static final String COLUMNS =
      """
      c.id, c.account_id, c.settings::text, g.settings::text,
      jsonb_build_object('alertSettings', a.alert_settings)::text,
      (SELECT count(*) FROM series s JOIN schedules v ON v.series_id = s.id AND v.until_ms IS NULL
        WHERE s.check_id = c.id)::int,
      %s,
      epoch_millis()"""
          .formatted(HELD);

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /**
   * Reads a row.
   *
   * @throws IllegalArgumentException if settings do not fit, which the API lets nobody store
   */
  static CheckContext of(Row row) {
    String shared = row.getString(3);
    GroupSettings group = shared == null ? null : GroupSettings.of(object(shared));
    return new CheckContext(
        row.getUUID(0),
        row.getUUID(1),
        EffectiveSettings.of(
            CheckSettings.of(object(row.getString(2))),
            group,
            MAPPER.convertValue(object(row.getString(4)), AccountSettings.class)),
        group == null ? null : group.profile().name(),
        row.getInteger(5),
        row.getBoolean(6),
        row.getLong(7));
  }

  /** What the engine goes by. */
  AlertPolicy policy() {
    int locations = settings.check().execution().runParallel() ? Math.max(1, series) : 1;
    return new AlertPolicy(settings.alertSettings(), held, settings.activated(), locations);
  }

  String name() {
    return settings.check().identity().name();
  }

  private static ObjectNode object(String json) {
    try {
      JsonNode read = MAPPER.readTree(json);
      if (read instanceof ObjectNode object) {
        return object;
      }
      throw new IllegalArgumentException("not an object");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
