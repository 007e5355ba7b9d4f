package dev.belfry.alerting.mail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.monitoring.check.AccountSettings;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.EffectiveSettings;
import dev.belfry.monitoring.check.GroupSettings;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL that loads e-mails to alert channels. */
final class MailStore {
  private static final String ALERT =
      """
      SELECT c.config ->> 'address', a.type, a.reminder, a.context::text, a.decided_ms,
        (SELECT min(coalesce(f.failed_ms, f.started_ms, f.decided_ms)) FROM alerts f
          WHERE f.episode = a.episode),
        (SELECT d.id FROM alerts f JOIN deliveries d ON d.alert_id = f.id AND d.channel_id = c.id
          WHERE f.episode = a.episode ORDER BY f.decided_ms, d.id LIMIT 1),
        k.settings::text, g.settings::text,
        jsonb_build_object('alertSettings', o.alert_settings)::text
      FROM alerts a
      JOIN alert_channels c ON c.id = $2 AND c.account_id = a.account_id
      JOIN checks k ON k.id = a.check_id
      JOIN accounts o ON o.id = a.account_id
      LEFT JOIN check_groups g ON g.id = k.group_id
      WHERE a.id = $1""";

  private static final String ADDRESS =
      "SELECT config ->> 'address' FROM alert_channels WHERE account_id = $1 AND id = $2";

  private static final String INCIDENT = "SELECT incident_id FROM incident_updates WHERE id = $1";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Database database;

  MailStore(Database database) {
    this.database = database;
  }

  /**
   * An alert for a channel.
   *
   * @param address of the channel
   * @param first the channel's first delivery of the episode
   */
  record AlertMail(String address, AlertEmailModel model, UUID first) {}

  /** Loads an alert for a channel; empty when either is gone or the channel has no address. */
  Future<Optional<AlertMail>> alert(UUID alert, long channel) {
    return database
        .query(ALERT, Tuple.of(alert, channel))
        .map(rows -> Rows.first(rows, row -> row).filter(row -> row.getString(0) != null))
        .map(found -> found.map(MailStore::mail));
  }

  /** The address of a channel. */
  Future<Optional<String>> address(UUID account, long channel) {
    return database
        .query(ADDRESS, Tuple.of(account, channel))
        .map(
            rows ->
                Rows.first(rows, row -> row).flatMap(row -> Optional.ofNullable(row.getString(0))));
  }

  /** The incident that an update belongs to. */
  Future<Optional<UUID>> incident(UUID update) {
    return database
        .query(INCIDENT, Tuple.of(update))
        .map(rows -> Rows.first(rows, row -> row.getUUID(0)));
  }

  private static AlertMail mail(Row row) {
    Instant decided = Instant.ofEpochMilli(row.getLong(4));
    AlertEmailModel model =
        new AlertEmailModel(
            AlertType.valueOf(row.getString(1)),
            row.getInteger(2),
            Instant.ofEpochMilli(row.getLong(5)),
            decided,
            settings(row.getString(7), row.getString(8), row.getString(9)),
            object(row.getString(3)));
    return new AlertMail(row.getString(0), model, row.getUUID(6));
  }

  private static AlertSettings settings(String check, @Nullable String group, String account) {
    return EffectiveSettings.of(
            CheckSettings.of(object(check)),
            group == null ? null : GroupSettings.of(object(group)),
            MAPPER.convertValue(object(account), AccountSettings.class))
        .alertSettings();
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
