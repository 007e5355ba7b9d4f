package dev.belfry.alerting.mail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.monitoring.check.EffectiveSettings;
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
  /**
   * The address of a channel {@code h}; $3 is a member of its team. Of a person who is no member of
   * the account or the team any more there is none.
   */
  private static final String TO =
      """
      CASE h.type WHEN 'MEMBER' THEN (SELECT u.email FROM users u JOIN memberships m
          ON m.user_id = u.id AND m.account_id = h.account_id
        WHERE u.id = CASE WHEN h.team_id IS NULL THEN (h.config ->> 'userId')::uuid
          ELSE (SELECT t.user_id FROM team_members t
            WHERE t.team_id = h.team_id AND t.user_id = $3::uuid) END)
      ELSE h.config ->> 'address' END""";

  private static final String ALERT =
      """
      SELECT %s, l.type, l.reminder, l.context::text, l.decided_ms,
        (SELECT min(coalesce(f.failed_ms, f.started_ms, f.decided_ms)) FROM alerts f
          WHERE f.episode = l.episode),
        (SELECT d.id FROM alerts f JOIN deliveries d ON d.alert_id = f.id AND d.channel_id = h.id
          WHERE f.episode = l.episode ORDER BY f.decided_ms, d.id LIMIT 1),
        %s
      FROM alerts l
      JOIN alert_channels h ON h.id = $2 AND h.account_id = l.account_id
      JOIN checks c ON c.id = l.check_id
      JOIN accounts a ON a.id = l.account_id
      LEFT JOIN check_groups g ON g.id = c.group_id
      %s
      WHERE l.id = $1"""
          .formatted(TO, EffectiveSettings.COLUMN, EffectiveSettings.JOIN);

  private static final String ADDRESS =
      "SELECT " + TO + " FROM alert_channels h WHERE h.account_id = $1 AND h.id = $2";

  private static final String REPORT =
      """
      SELECT c.config ->> 'address', p.summary::text, p.csv
      FROM deliveries d JOIN alert_channels c ON c.id = d.channel_id
        JOIN objective_reports p ON p.id = d.objective_report_id
      WHERE d.id = $1 AND c.account_id = $2 AND c.type = 'EMAIL'""";

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

  /**
   * A report about objectives for a channel.
   *
   * @param csv all objectives, null when they are too many for an e-mail
   */
  record ReportMail(String address, ObjectiveReportSummary summary, @Nullable String csv) {}

  /** Loads the report of a delivery; empty when the channel is gone or of another type. */
  Future<Optional<ReportMail>> report(UUID account, UUID delivery) {
    return database
        .query(REPORT, Tuple.of(delivery, account))
        .map(
            rows ->
                Rows.first(rows, row -> row)
                    .filter(row -> row.getString(0) != null)
                    .map(
                        row ->
                            new ReportMail(
                                row.getString(0),
                                ObjectiveReportSummary.of(row.getString(1)),
                                row.getString(2))));
  }

  /**
   * Loads an alert for a channel; empty when either is gone or the channel has no address.
   *
   * @param person a member of its team, null for a channel without a team
   */
  Future<Optional<AlertMail>> alert(UUID alert, long channel, @Nullable UUID person) {
    return database
        .query(ALERT, Tuple.of(alert, channel, person))
        .map(rows -> Rows.first(rows, row -> row).filter(row -> row.getString(0) != null))
        .map(found -> found.map(MailStore::mail));
  }

  /**
   * The address of a channel.
   *
   * @param person a member of its team, null for a channel without a team
   */
  Future<Optional<String>> address(UUID account, long channel, @Nullable UUID person) {
    return database
        .query(ADDRESS, Tuple.of(account, channel, person))
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
            EffectiveSettings.read(row.getString(7)).alertSettings(),
            object(row.getString(3)));
    return new AlertMail(row.getString(0), model, row.getUUID(6));
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
