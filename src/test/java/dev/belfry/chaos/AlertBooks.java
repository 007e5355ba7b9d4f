package dev.belfry.chaos;

import dev.belfry.chaos.ChaosReceiver.Message;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the database says of alerts, held against what the receiver has. */
public final class AlertBooks {
  /**
   * Nobody is told of something twice, and everybody of everything; all monitors have all channels.
   * One that groups its alerts is told in messages about groups.
   */
  private static final String UNTOLD =
      """
      SELECT a.check_id, a.type, a.id, count(d.id) FROM alerts a
      LEFT JOIN deliveries d ON d.alert_id = a.id WHERE a.held_name IS NULL
      GROUP BY a.id HAVING count(d.id) <>
          (SELECT count(*) FROM alert_channels WHERE settings ->> 'grouping' IS NULL)
        OR count(DISTINCT d.channel_id) <> count(d.id) LIMIT 20""";

  private static final String UNDELIVERED =
      """
      SELECT id, kind, state, attempts, answer FROM deliveries WHERE state <> 'DELIVERED'
        AND NOT (kind = 'ALERT_ACTION' AND state = 'DEAD' AND answer = 'The problem has ended')
      LIMIT 20""";

  /** Each episode begins with a failure or a degradation and ends with one recovery. */
  private static final String EPISODES =
      """
      SELECT check_id, episode, array_agg(type ORDER BY decided_ms, id) FROM alerts
      WHERE type <> 'ALERT_SSL' AND held_name IS NULL GROUP BY check_id, episode
      HAVING count(*) FILTER (WHERE type IN ('ALERT_RECOVERY', 'ALERT_DEGRADED_RECOVERY')) <> 1
        OR count(*) FILTER (WHERE type IN ('ALERT_FAILURE', 'ALERT_DEGRADED')) <> 1 LIMIT 20""";

  /**
   * At one location, with an alert at the first failed run, alerts are the edges between runs that
   * failed and runs that did not. A check that was paused while a run failed is left out: a paused
   * check raises no alert. Its schedule ended within the run, or in the two seconds in which the
   * result was stored, and no other began with its end. The version of a first run at once lasts a
   * millisecond, and is no pause. Those that depend on others wait for them and are held.
   */
  private static final String EDGES =
      """
      WITH alone AS (
        SELECT s.check_id, min(s.id) AS series_id FROM series s GROUP BY s.check_id
        HAVING count(*) = 1),
      paused AS (
        SELECT o.check_id FROM alone o JOIN results r ON r.series_id = o.series_id
        JOIN schedules v ON v.series_id = o.series_id AND v.until_ms > v.from_ms + 1
          AND v.until_ms BETWEEN r.at AND r.at + r.delay_ms + r.response_us / 1000 + 2000
          AND NOT EXISTS (SELECT FROM schedules n
            WHERE n.series_id = v.series_id AND n.from_ms = v.until_ms)
        WHERE r.attempt = 0 AND r.verdict = 2),
      runs AS (
        SELECT o.check_id, r.at, r.verdict = 2 AS failed,
          lag(r.verdict = 2, 1, false) OVER (PARTITION BY o.check_id
            ORDER BY r.at + r.delay_ms + r.response_us / 1000, r.at) AS before
        FROM alone o JOIN results r ON r.series_id = o.series_id
        WHERE r.attempt = 0 AND r.verdict IN (0, 1, 2)),
      wanted AS (
        SELECT check_id, count(*) FILTER (WHERE failed AND NOT before) AS failures,
          count(*) FILTER (WHERE before AND NOT failed) AS recoveries
        FROM runs WHERE check_id NOT IN (SELECT check_id FROM paused)
          AND check_id NOT IN (SELECT check_id FROM dependencies) GROUP BY check_id),
      found AS (
        SELECT check_id, count(*) FILTER (WHERE type = 'ALERT_FAILURE') AS failures,
          count(*) FILTER (WHERE type = 'ALERT_RECOVERY') AS recoveries
        FROM alerts GROUP BY check_id)
      SELECT w.check_id, w.failures, f.failures, w.recoveries, f.recoveries
      FROM wanted w LEFT JOIN found f USING (check_id)
      WHERE (w.failures, w.recoveries)
        IS DISTINCT FROM (coalesce(f.failures, 0), coalesce(f.recoveries, 0)) LIMIT 20""";

  /** One incident for each episode that failed, opened once and resolved once. */
  private static final String INCIDENTS =
      """
      WITH wanted AS (
        SELECT c.settings #>> '{triggerIncident,name}' AS name, count(DISTINCT a.episode) AS n
        FROM checks c LEFT JOIN alerts a ON a.check_id = c.id
          AND a.type IN ('ALERT_FAILURE', 'ALERT_DEGRADED_FAILURE') AND a.held_name IS NULL
        WHERE c.settings #> '{triggerIncident,name}' IS NOT NULL GROUP BY 1),
      found AS (
        SELECT i.name, count(*) AS n,
          count(*) FILTER (WHERE u.updates = 2 AND u.resolved = 1) AS resolved
        FROM incidents i CROSS JOIN LATERAL (
          SELECT count(*) AS updates, count(*) FILTER (WHERE status = 'RESOLVED') AS resolved
          FROM incident_updates WHERE incident_id = i.id) AS u
        GROUP BY i.name)
      SELECT w.name, w.n, f.n, f.resolved FROM wanted w LEFT JOIN found f USING (name)
      WHERE coalesce(f.n, 0) <> w.n OR coalesce(f.resolved, 0) <> w.n LIMIT 20""";

  /** A held alert is one without messages, of a check that depends on what held it. */
  private static final String HELD =
      """
      SELECT a.id, a.check_id, a.held_name FROM alerts a
      WHERE a.held_name IS NOT NULL AND (EXISTS (SELECT FROM deliveries d WHERE d.alert_id = a.id)
        OR NOT EXISTS (SELECT FROM dependencies d
          WHERE d.check_id = a.check_id AND d.parent_check_id = a.held_check_id)) LIMIT 20""";

  /**
   * A check whose parent never failed, and that failed for minutes without a pause, was told in
   * spite of the dependency.
   */
  private static final String HELD_FOR_EVER =
      """
      SELECT d.check_id FROM dependencies d
      WHERE NOT EXISTS (SELECT FROM series s JOIN results r ON r.series_id = s.id
          WHERE s.check_id = d.parent_check_id AND r.attempt = 0 AND r.verdict = 2)
        AND NOT EXISTS (SELECT FROM series s JOIN schedules v ON v.series_id = s.id
          WHERE s.check_id = d.check_id AND v.until_ms > v.from_ms + 1)
        AND (SELECT max(r.at) - min(r.at) FROM series s JOIN results r ON r.series_id = s.id
          WHERE s.check_id = d.check_id AND r.attempt = 0 AND r.verdict = 2) > 120000
        AND NOT EXISTS (SELECT FROM alerts a
          WHERE a.check_id = d.check_id AND a.held_name IS NULL) LIMIT 20""";

  /** A group has one message for each revision, and what was told of its members ends well. */
  private static final String GROUPS =
      """
      SELECT g.id, g.revision, g.failing, g.degraded FROM alert_groups g
      WHERE g.revision <> (SELECT count(*) FROM deliveries d WHERE d.alert_group_id = g.id)
        OR g.revision <> (SELECT coalesce(max(d.group_revision), 0) FROM deliveries d
          WHERE d.alert_group_id = g.id)
        OR (g.revision > 0 AND EXISTS (SELECT FROM alert_group_members m
          WHERE m.group_id = g.id AND m.told IS DISTINCT FROM 'RECOVERED')) LIMIT 20""";

  /** Each check that alerted was in a group of each channel that groups. */
  private static final String UNGROUPED =
      """
      SELECT a.check_id, a.type, h.id FROM alerts a CROSS JOIN alert_channels h
      WHERE h.settings ->> 'grouping' IS NOT NULL AND a.held_name IS NULL
        AND a.type IN ('ALERT_FAILURE', 'ALERT_DEGRADED')
        AND NOT EXISTS (SELECT FROM alert_group_members m JOIN alert_groups g ON g.id = m.group_id
          WHERE m.check_id = a.check_id AND g.channel_id = h.id) LIMIT 20""";

  /** Checks that people would still believe to be in trouble, and messages not yet sent. */
  public static final String PENDING =
      """
      SELECT (SELECT count(*) FROM alert_states) + (SELECT count(*) FROM ended_failures)
        + (SELECT count(*) FROM grouped_alerts)
        + (SELECT count(*) FROM alert_groups WHERE closed_ms IS NULL)
        + (SELECT count(*) FROM deliveries WHERE state = 'PENDING')""";

  private static final String TOLD =
      """
      SELECT d.id, c.config ->> 'url', coalesce(a.type, d.kind), coalesce(a.check_id, d.alert_group_id)
      FROM deliveries d JOIN alert_channels c ON c.id = d.channel_id
        LEFT JOIN alerts a ON a.id = d.alert_id
      WHERE c.type = 'WEBHOOK' AND (a.id IS NOT NULL OR d.alert_group_id IS NOT NULL)""";

  private final Books books;

  public AlertBooks(Books books) {
    this.books = books;
  }

  /** What must not be. */
  public List<String> breaches(ChaosReceiver receiver) throws SQLException {
    List<String> found = new ArrayList<>();
    add(found, "not one message for each channel", UNTOLD);
    add(found, "not delivered", UNDELIVERED);
    add(found, "not one recovery for an episode", EPISODES);
    add(found, "check, failures wanted and found, recoveries wanted and found", EDGES);
    add(found, "incidents: name, wanted, found, resolved", INCIDENTS);
    add(found, "held, and not so", HELD);
    add(found, "held for ever", HELD_FOR_EVER);
    add(found, "group, revisions and members", GROUPS);
    add(found, "in no group", UNGROUPED);
    compare(receiver.messages(), found);
    found.addAll(new ActionBooks(books).breaches(receiver));
    return found;
  }

  /** Messages that there are, by the database. */
  public long messages() throws SQLException {
    return books.number("SELECT count(*) FROM deliveries");
  }

  /** Acknowledgements that a service was told of. */
  long acknowledgements() throws SQLException {
    return new ActionBooks(books).delivered();
  }

  /** Episodes that there were. */
  public long episodes() throws SQLException {
    return books.number("SELECT count(DISTINCT episode) FROM alerts WHERE held_name IS NULL");
  }

  private void add(List<String> found, String what, String sql) throws SQLException {
    books.rows(sql).forEach(row -> found.add(what + ": " + row));
  }

  private void compare(List<Message> received, List<String> found) throws SQLException {
    Map<String, Message> byId = new HashMap<>();
    received.forEach(message -> byId.put(message.id(), message));
    Set<String> known = new HashSet<>();
    for (String row : books.rows(TOLD)) {
      List<String> column = List.of(row.split(" ", -1));
      known.add(column.get(0));
      Message message = byId.get(column.get(0));
      if (message == null || message.taken() == 0) {
        found.add("said to be delivered, and was not: " + row);
      } else if (message.differs()) {
        found.add("two bodies under one id: " + row);
      } else if (!message.body().equals(column.get(2) + " " + column.get(3))) {
        found.add("another message: " + message + " for " + row);
      }
    }
    received.stream()
        .filter(message -> !known.contains(message.id()))
        .forEach(message -> found.add("nobody meant to send " + message));
  }
}
