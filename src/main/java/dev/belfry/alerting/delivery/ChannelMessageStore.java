package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.AlertLinks;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.grouping.AlertGroupReader;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelName;
import dev.belfry.monitoring.channel.ChannelSecrets;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.monitoring.variable.CheckVariables;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.platform.outbox.Delivery;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Loads messages to channels; variables of the alert override all others. */
final class ChannelMessageStore {
  /** The variable with the link that acknowledges the alert; absent when there is none. */
  static final String ACKNOWLEDGE_LINK = "ACKNOWLEDGE_LINK";

  private static final String READ = SqlResource.read(ChannelMessageStore.class, "message.sql");

  /** Deletes a claimed message; $1 is its id, $2 the claim. */
  static final String WITHDRAW =
      "DELETE FROM deliveries WHERE id = $1 AND claim = $2 AND state = 'PENDING'";

  private final Database database;
  private final ChannelSecrets secrets;
  private final CheckVariables variables;
  private final AlertLinks links;
  private final AlertGroupReader groups;

  ChannelMessageStore(
      Database database, ChannelSecrets secrets, CheckVariables variables, AlertLinks links) {
    this.database = database;
    this.secrets = secrets;
    this.variables = variables;
    this.links = links;
    this.groups = new AlertGroupReader(database);
  }

  /**
   * Loads the message of a delivery, empty when the channel or the delivery is deleted. A message
   * that waited for the end of quiet hours is withdrawn when its problem has ended untold. The
   * future fails when a secret cannot be unsealed.
   */
  Future<Optional<ChannelMessage>> read(Delivery delivery) {
    return database
        .query(READ, Tuple.of(delivery.id()))
        .compose(
            rows ->
                Rows.first(
                        rows,
                        row -> row.getBoolean(27) ? withdraw(delivery) : message(delivery, row))
                    .orElse(Future.succeededFuture(Optional.empty())));
  }

  private Future<Optional<ChannelMessage>> withdraw(Delivery delivery) {
    return database
        .query(WITHDRAW, Tuple.of(delivery.id(), delivery.claim()))
        .map(Optional.empty());
  }

  /** A group is read with the message, so that the message tells how its members are now. */
  private Future<Optional<ChannelMessage>> message(Delivery delivery, Row row) {
    UUID group = row.getUUID(28);
    return group == null
        ? message(delivery, row, Map.of()).map(Optional::of)
        : groups
            .read(delivery.accountId(), group, GroupNotice.MOST_MEMBERS)
            .compose(
                found ->
                    found.isEmpty()
                        ? Future.succeededFuture(Optional.empty())
                        : message(delivery, row, GroupNotice.variables(found.get(), links))
                            .map(Optional::of));
  }

  private Future<ChannelMessage> message(Delivery delivery, Row row, Map<String, Object> ofGroup) {
    String context = row.getString(2);
    ChannelType type = ChannelType.valueOf(row.getString(0));
    ObjectNode config =
        secrets.unsealed(delivery.accountId(), row.getLong(3), JsonText.parse(row.getString(1)));
    Map<String, Object> ofAlert =
        context == null
            ? withoutAlert(delivery, row, ofGroup)
            : ChannelMessage.variables(JsonText.parse(context));
    return variables
        .of(delivery.accountId(), row.getUUID(4), wanted(type, config, ofAlert.keySet()))
        .map(
            known -> {
              Map<String, Object> merged = new LinkedHashMap<>(known.values());
              merged.putAll(ofAlert);
              String link =
                  ofGroup.get(ACKNOWLEDGE_LINK) instanceof String ready
                      ? ready
                      : acknowledgement(row);
              if (!link.isEmpty()) {
                merged.put(ACKNOWLEDGE_LINK, link);
              }
              List<String> hidden = new ArrayList<>(known.secrets());
              hidden.addAll(ChannelSecrets.in(type, config));
              hidden.add(link);
              return new ChannelMessage(
                  delivery,
                  type,
                  config,
                  merged,
                  hidden,
                  row.getString(5),
                  row.getBoolean(8),
                  new ChannelMessage.Receipts(
                      row.getString(9), List.of(row.getArrayOfStrings(10))));
            });
  }

  /** The names of variables that a template reads and that the alert does not override. */
  private static Set<String> wanted(ChannelType type, ObjectNode config, Set<String> ofAlert) {
    if (type != ChannelType.WEBHOOK) {
      return Set.of();
    }
    Set<String> names = WebhookRequest.names(config);
    names.removeAll(ofAlert);
    return names;
  }

  /** The link that acknowledges the alert, empty when there is nothing to acknowledge. */
  private String acknowledgement(Row row) {
    UUID alert = row.getUUID(6);
    return alert == null
        ? ""
        : links.acknowledge(alert, AlertType.valueOf(row.getString(7))).orElse("");
  }

  private Map<String, Object> withoutAlert(
      Delivery delivery, Row row, Map<String, Object> ofGroup) {
    if (!ofGroup.isEmpty()) {
      return ofGroup;
    }
    if (delivery.kind() == Delivery.Kind.TEST) {
      return SampleContext.variables();
    }
    if (row.getString(15) != null) {
      return ObjectiveNotice.variables(delivery.kind(), episode(row), subject(row));
    }
    long broken = row.getLong(11);
    String name =
        ChannelName.of(
            ChannelType.valueOf(row.getString(12)), broken, JsonText.parse(row.getString(13)));
    return ChannelNotice.variables(delivery.kind(), name, row.getString(14), links.channel(broken));
  }

  private String subject(Row row) {
    String tag = row.getString(29);
    return tag == null ? links.subject(row.getUUID(25), row.getLong(26)) : links.tagged(tag);
  }

  private static ObjectiveNotice.Episode episode(Row row) {
    return new ObjectiveNotice.Episode(
        row.getString(15),
        row.getString(16),
        row.getDouble(17),
        row.getInteger(18),
        row.getString(19),
        row.getDouble(20),
        row.getLong(21),
        row.getLong(22),
        row.getDouble(23),
        row.getDouble(24));
  }
}
