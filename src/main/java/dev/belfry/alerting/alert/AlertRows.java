package dev.belfry.alerting.alert;

import dev.belfry.alerting.grouping.GroupedAlerts;
import dev.belfry.platform.db.Ids;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects the rows of one statement that writes states, alerts and deliveries. */
final class AlertRows {
  static final String WRITE =
      """
      WITH kept AS (
        UPDATE alert_states t SET state = n.state::jsonb, incident_id = n.incident_id,
          due_ms = n.due_ms
        FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[])
          AS n (check_id, state, incident_id, due_ms)
        WHERE t.check_id = n.check_id),
      well AS (DELETE FROM alert_states WHERE check_id = ANY ($5::uuid[])),
      raised AS (
        INSERT INTO alerts (id, account_id, check_id, episode, type, reminder, series_id, at,
          scheduled_ms, started_ms, failed_ms, decided_ms, context, held_check_id, held_group_id,
          held_name)
        SELECT r.id, r.account_id, r.check_id, r.episode, r.type, r.reminder, r.series_id, r.at,
          r.scheduled, r.started, r.failed, r.decided, r.context::jsonb, r.held_check, r.held_group,
          r.held_name
        FROM unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::uuid[], $10::text[], $11::int[],
            $12::int[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[],
            $18::text[], $23::uuid[], $24::bigint[], $25::text[])
          AS r (id, account_id, check_id, episode, type, reminder, series_id, at, scheduled,
            started, failed, decided, context, held_check, held_group, held_name)),
      queued AS (
        INSERT INTO deliveries (id, account_id, kind, lane, alert_id, channel_id, held_until_ms,
          due_ms, expires_ms)
        SELECT d.id, d.account_id, 'ALERT', 'channel:' || d.channel_id, d.alert_id, d.channel_id,
          d.held_until, coalesce(d.held_until, epoch_millis()),
          coalesce(d.held_until, epoch_millis()) + 86400000
        FROM unnest($19::uuid[], $20::uuid[], $21::uuid[], $22::bigint[], $27::bigint[])
          AS d (id, account_id, alert_id, channel_id, held_until)),
      ended AS (
        INSERT INTO ended_failures (check_id)
        SELECT c.id FROM unnest($26::uuid[]) AS e (id) JOIN checks c ON c.id = e.id
        WHERE EXISTS (SELECT FROM dependencies d WHERE d.parent_check_id = c.id)
          OR EXISTS (SELECT FROM dependencies d WHERE d.parent_group_id = c.group_id))
      SELECT CASE WHEN cardinality($19::uuid[]) > 0
        THEN pg_notify('belfry_deliveries', '')::text END""";

  private final List<AlertTransition> kept = new ArrayList<>();
  private final List<UUID> well = new ArrayList<>();
  private final List<UUID> ended = new ArrayList<>();
  private final List<Alert> alerts = new ArrayList<>();
  private final List<Queued> deliveries = new ArrayList<>();

  private final List<GroupedAlerts.Noted> grouped = new ArrayList<>();

  private record Queued(
      UUID id, UUID account, UUID alert, Long channel, @Nullable Long heldUntil) {}

  /**
   * Collects the rows of transitions.
   *
   * @param ids makes the ids of deliveries
   */
  AlertRows(List<AlertTransition> transitions, Ids ids) {
    for (AlertTransition transition : transitions) {
      if (transition.state().isWell()) {
        well.add(transition.check.checkId());
      } else {
        kept.add(transition);
      }
      alerts.addAll(transition.alerts);
      alerts.addAll(transition.held);
      addAll(transition.alerts, ids, transition.quiet);
      grouped.addAll(transition.grouped);
      if (transition.endsFailure()) {
        ended.add(transition.check.checkId());
      }
    }
  }

  /** Collects alerts that belong to no state. */
  AlertRows(Ids ids, List<Alert> stateless, HeldMessages quiet) {
    alerts.addAll(stateless);
    addAll(alerts, ids, quiet);
  }

  private void addAll(List<Alert> raised, Ids ids, HeldMessages quiet) {
    for (Alert alert : raised) {
      alert
          .channels()
          .forEach(
              channel ->
                  deliveries.add(
                      new Queued(
                          ids.next(),
                          alert.check().accountId(),
                          alert.id(),
                          channel,
                          quiet.until(alert.id(), channel))));
    }
  }

  /** The alerts for channels that group theirs, which have no deliveries. */
  List<GroupedAlerts.Noted> grouped() {
    return grouped;
  }

  Tuple parameters() {
    Tuple tuple = Tuple.tuple();
    uuids(tuple, kept, transition -> transition.check.checkId());
    texts(tuple, kept, transition -> transition.state().json());
    uuids(tuple, kept, transition -> transition.incident);
    longs(tuple, kept, transition -> transition.state().due());
    uuids(tuple, well, id -> id);
    uuids(tuple, alerts, Alert::id);
    uuids(tuple, alerts, alert -> alert.check().accountId());
    uuids(tuple, alerts, alert -> alert.check().checkId());
    uuids(tuple, alerts, Alert::episode);
    texts(tuple, alerts, alert -> alert.type().name());
    tuple.addArrayOfInteger(alerts.stream().map(Alert::reminder).toArray(Integer[]::new));
    tuple.addArrayOfInteger(
        alerts.stream()
            .map(alert -> alert.run() == null ? null : (Integer) alert.run().seriesId())
            .toArray(Integer[]::new));
    times(tuple, FinalResult::slot);
    times(tuple, FinalResult::slot);
    times(tuple, FinalResult::started);
    times(tuple, FinalResult::ended);
    longs(tuple, alerts, Alert::decided);
    texts(tuple, alerts, Alert::context);
    uuids(tuple, deliveries, Queued::id);
    uuids(tuple, deliveries, Queued::account);
    uuids(tuple, deliveries, Queued::alert);
    longs(tuple, deliveries, Queued::channel);
    uuids(tuple, alerts, alert -> alert.holder() == null ? null : alert.holder().checkId());
    longs(tuple, alerts, alert -> alert.holder() == null ? null : alert.holder().groupId());
    names(tuple);
    uuids(tuple, ended, id -> id);
    longs(tuple, deliveries, Queued::heldUntil);
    return tuple;
  }

  private void names(Tuple tuple) {
    tuple.addArrayOfString(
        alerts.stream()
            .map(alert -> alert.holder() == null ? null : alert.holder().name())
            .toArray(String[]::new));
  }

  private void times(Tuple tuple, Function<FinalResult, Long> time) {
    longs(tuple, alerts, alert -> alert.run() == null ? null : time.apply(alert.run()));
  }

  private static <T> void uuids(Tuple tuple, List<T> rows, Function<T, @Nullable UUID> column) {
    tuple.addArrayOfUUID(rows.stream().map(column).toArray(UUID[]::new));
  }

  private static <T> void texts(Tuple tuple, List<T> rows, Function<T, String> column) {
    tuple.addArrayOfString(rows.stream().map(column).toArray(String[]::new));
  }

  private static <T> void longs(Tuple tuple, List<T> rows, Function<T, @Nullable Long> column) {
    tuple.addArrayOfLong(rows.stream().map(column).toArray(Long[]::new));
  }
}
