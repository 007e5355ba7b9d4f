package dev.belfry.alerting.alert;

import dev.belfry.monitoring.channel.EffectiveQuietHours;
import dev.belfry.monitoring.channel.QuietHours;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Raises alerts about certificates that expire within the threshold of a channel (specification,
 * "Alert channel": {@code sslExpiry}), once per channel and certificate. A muted check, or one in
 * maintenance, raises them afterwards. A channel whose person is not on call then is left out.
 */
final class Certificates {
  private static final int MOST_AT_ONCE = 200;

  private static final String ALONE =
      "SELECT pg_try_advisory_xact_lock(hashtext('belfry.certificates'))";

  private static final String CLAIM =
      SqlResource.read(Certificates.class, "claim-certificates.sql")
          .replace("{held}", CheckContext.HELD)
          .replace("{quiet hours}", EffectiveQuietHours.COLUMN)
          .replace("{on call}", OnCall.COLUMNS);

  private final AlertStore store = new AlertStore();
  private final AlertService alerting;
  private final Ids ids;

  Certificates(AlertService alerting, Ids ids) {
    this.alerting = alerting;
    this.ids = ids;
  }

  private record Certificate(UUID checkId, long expires) {}

  /** Raises some of the due alerts; none when all are raised. */
  Future<RaisedAlerts> raiseDue(SqlConnection connection) {
    return connection
        .preparedQuery(ALONE)
        .execute()
        .compose(
            rows ->
                rows.iterator().next().getBoolean(0)
                    ? connection.preparedQuery(CLAIM).execute(Tuple.of(MOST_AT_ONCE))
                    : Future.succeededFuture((RowSet<Row>) null))
        .compose(
            rows ->
                rows == null || rows.size() == 0
                    ? Future.succeededFuture(RaisedAlerts.NOTHING)
                    : raise(connection, rows));
  }

  private Future<RaisedAlerts> raise(SqlConnection connection, RowSet<Row> rows) {
    HeldMessages quiet = new HeldMessages();
    Map<Certificate, List<Row>> channelsByCertificate = new LinkedHashMap<>();
    for (Row row : rows) {
      channelsByCertificate
          .computeIfAbsent(
              new Certificate(row.getUUID(0), row.getLong(2)), certificate -> new ArrayList<>())
          .add(row);
    }
    List<UUID> checks =
        channelsByCertificate.keySet().stream().map(Certificate::checkId).distinct().toList();
    return store
        .facts(connection, checks)
        .compose(
            contexts -> {
              List<Alert> alerts = new ArrayList<>();
              channelsByCertificate.forEach(
                  (certificate, channels) -> {
                    CheckContext check = contexts.get(certificate.checkId());
                    if (check != null) {
                      alerts.add(alert(check, certificate, speaking(channels), quiet));
                    }
                  });
              return store
                  .write(connection, new AlertRows(ids, alerts, quiet))
                  .map(written -> new RaisedAlerts(alerts, System.nanoTime()));
            });
  }

  /** Of the channels that a certificate reaches at once, those of persons who are on call. */
  private static List<Row> speaking(List<Row> channels) {
    return OnCall.speaking(channels, row -> OnCall.of(row, 4));
  }

  private Alert alert(
      CheckContext check, Certificate certificate, List<Row> channels, HeldMessages quiet) {
    UUID id = ids.next();
    for (Row channel : channels) {
      HeldAlerts.until(QuietHours.stored(channel.getString(3)), AlertType.ALERT_SSL, check.now())
          .ifPresent(end -> quiet.hold(id, channel.getLong(1), end));
    }
    long days = Math.floorDiv(certificate.expires() - check.now(), TimeUnit.DAYS.toMillis(1));
    return new Alert(
        id,
        check,
        id,
        AlertType.ALERT_SSL,
        0,
        null,
        false,
        check.now(),
        alerting.texts().ofCertificate(check, days),
        Stages.ALL,
        channels.stream().map(channel -> channel.getLong(1)).toList(),
        null);
  }
}
