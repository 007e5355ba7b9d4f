package dev.belfry.alerting.alert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.EffectiveSettings;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check at the moment a result of it is evaluated.
 *
 * @param own the settings of the check itself
 * @param settings the ones in force
 * @param groupName null for a check in no group
 * @param series how many of its series have a schedule in force
 * @param held whether a maintenance window is on
 * @param stages the delays of its channels, minutes above 0, ascending
 * @param now the database's clock, milliseconds since 1970
 * @param isDependent whether the check or its group depends on something
 * @param parents how those are
 * @param holder the one that is failing, null for none
 */
record CheckContext(
    UUID checkId,
    UUID accountId,
    CheckSettings own,
    EffectiveSettings settings,
    @Nullable String groupName,
    int series,
    boolean held,
    List<Integer> stages,
    long now,
    boolean isDependent,
    ParentState parents,
    @Nullable Holder holder) {
  CheckContext {
    stages = List.copyOf(stages);
  }

  /** Whether a maintenance window is on for a check c whose effective settings are e. */
  static final String HELD = "maintenance_silences(c.account_id, e.tags, epoch_millis())";

  /**
   * The columns that {@link #of} reads, of checks c, check_groups g (or null) and the row e of
   * {@link EffectiveSettings#JOIN}.
   */
  static final String COLUMNS =
      """
      c.id, c.account_id, (c.settings || jsonb_build_object('checkType', c.check_type))::text, %s,
      g.settings ->> 'name',
      (SELECT count(*) FROM series s JOIN schedules v ON v.series_id = s.id AND v.until_ms IS NULL
        WHERE s.check_id = c.id)::int,
      %s,
      %s,
      epoch_millis(),
      EXISTS (SELECT FROM dependencies d WHERE d.check_id = c.id)
        OR EXISTS (SELECT FROM dependencies d WHERE d.group_id = c.group_id)"""
          .formatted(EffectiveSettings.COLUMN, HELD, SubscribedChannel.STAGES);

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /**
   * Reads a row.
   *
   * @throws IllegalArgumentException if settings do not fit, which the API refuses to store
   */
  static CheckContext of(Row row) {
    return new CheckContext(
        row.getUUID(0),
        row.getUUID(1),
        CheckSettings.of(object(row.getString(2))),
        EffectiveSettings.read(row.getString(3)),
        row.getString(4),
        row.getInteger(5),
        row.getBoolean(6),
        List.of(row.getArrayOfIntegers(7)),
        row.getLong(8),
        row.getBoolean(9),
        ParentState.NONE,
        null);
  }

  /** What decides when the check alerts. */
  AlertPolicy policy() {
    int locations = settings.runParallel() ? Math.max(1, series) : 1;
    return new AlertPolicy(
        settings.alertSettings(), held, settings.activated(), locations, stages, parents);
  }

  /** The same check with what it depends on. */
  CheckContext with(ParentState state, @Nullable Holder failing) {
    return new CheckContext(
        checkId,
        accountId,
        own,
        settings,
        groupName,
        series,
        held,
        stages,
        now,
        isDependent,
        state,
        failing);
  }

  String name() {
    return own.identity().name();
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
