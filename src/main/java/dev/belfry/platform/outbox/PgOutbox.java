package dev.belfry.platform.outbox;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Stores the outbox in the Postgres table {@code deliveries}. Time is the database's. */
public final class PgOutbox implements Outbox {
  /** The channel on which transactions notify that they added messages. */
  public static final String CHANNEL = "belfry_deliveries";

  /** Rows read for each that may be claimed, since a lane may have more than its places. */
  private static final int WINDOW = 8;

  private static final int LONGEST_ANSWER = 1_000;

  /**
   * Messages to one audience that may be claimed, oldest first. Both audiences are found by the
   * index of due messages. The kind tells them apart: by the channel, the planner would take the
   * index of a channel's whole history.
   */
  private static final String NEAR =
      """
      (SELECT id, account_id, lane, due_ms, %s AS to_channel FROM deliveries
       WHERE state = 'PENDING' AND due_ms <= (SELECT epoch_millis())
         AND claimed_until_ms <= (SELECT epoch_millis()) AND lane <> ALL ($1::text[])
         AND kind IN (%s)
       ORDER BY due_ms LIMIT %s)""";

  /**
   * Skips full lanes; takes from any other lane no more rows than it has places. In a lane, and
   * then in all lanes of an audience, the accounts take turns; then the audiences do.
   */
  private static final String CLAIM =
      """
      WITH near AS MATERIALIZED (
        %s UNION ALL %s),
      turns AS (
        SELECT *, row_number() OVER (PARTITION BY lane, account_id ORDER BY due_ms) AS turn
        FROM near),
      laned AS (
        SELECT t.*, row_number() OVER (PARTITION BY t.lane ORDER BY turn, due_ms) AS nth,
          coalesce(l.places, $5::integer) AS places
        FROM turns t LEFT JOIN unnest($3::text[], $4::integer[]) AS l (lane, places) USING (lane)),
      fitting AS (
        SELECT id, to_channel, due_ms,
          row_number() OVER (PARTITION BY to_channel, account_id ORDER BY due_ms) AS turn
        FROM laned WHERE nth <= places),
      ranked AS (
        SELECT id, to_channel,
          row_number() OVER (PARTITION BY to_channel ORDER BY turn, due_ms) AS nth
        FROM fitting),
      taken AS MATERIALIZED (
        SELECT d.id FROM deliveries d JOIN ranked r USING (id)
        WHERE r.nth <= CASE WHEN r.to_channel THEN $8::integer ELSE $9::integer END
          AND d.state = 'PENDING'
          AND d.due_ms <= (SELECT epoch_millis()) AND d.claimed_until_ms <= (SELECT epoch_millis())
        ORDER BY r.nth, r.to_channel DESC LIMIT $6 FOR NO KEY UPDATE OF d SKIP LOCKED)
      UPDATE deliveries d SET claim = d.claim + 1, attempts = d.attempts + 1,
        claimed_until_ms = epoch_millis() + $7, sent_ms = epoch_millis()
      FROM taken WHERE d.id = taken.id
      RETURNING d.id, d.account_id, d.kind, d.lane, d.claim, d.attempts, d.created_ms,
        d.alert_id, d.channel_id, d.update_id, d.subscription_id"""
          .formatted(
              NEAR.formatted("true", "'ALERT', 'TEST'", "$2"),
              NEAR.formatted("false", "'UPDATE', 'CONFIRMATION'", "$10"));

  private static final String END =
      """
      UPDATE deliveries SET state = %s, claimed_until_ms = 0, answered_ms = epoch_millis(),
        due_ms = epoch_millis() + $5, status = nullif($3, 0), answer = $4
      WHERE id = $1 AND claim = $2 AND state = 'PENDING'
      RETURNING state, answered_ms - created_ms""";

  private static final String CLOSE = END.formatted("'DELIVERED'");
  private static final String DEAD = END.formatted("'DEAD'");
  private static final String RETRY =
      END.formatted("CASE WHEN epoch_millis() + $5 > expires_ms THEN 'DEAD' ELSE 'PENDING' END");

  private static final String RELEASE =
      """
      WITH mine AS MATERIALIZED (
        SELECT d.id FROM deliveries d JOIN unnest($1::uuid[], $2::bigint[]) AS g (id, claim)
          USING (id, claim)
        WHERE d.state = 'PENDING' ORDER BY d.id FOR NO KEY UPDATE OF d),
      given AS (
        UPDATE deliveries d SET claimed_until_ms = 0, due_ms = least(d.due_ms, epoch_millis())
        FROM mine WHERE d.id = mine.id RETURNING d.id)
      SELECT pg_notify('belfry_deliveries', '') FROM (SELECT count(*) AS n FROM given) g
      WHERE n > 0""";

  private final Database database;

  /** Creates an outbox on this database. */
  public PgOutbox(Database database) {
    this.database = database;
  }

  @Override
  public Future<List<Delivery>> claim(ClaimLimits limits) {
    List<String> full = new ArrayList<>();
    List<String> named = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (Map.Entry<String, Integer> lane : limits.lanes().entrySet()) {
      if (lane.getValue() == 0) {
        full.add(lane.getKey());
      } else {
        named.add(lane.getKey());
        places.add(lane.getValue());
      }
    }
    return database
        .query(
            CLAIM,
            Tuple.tuple()
                .addArrayOfString(full.toArray(String[]::new))
                .addInteger(limits.channels() * WINDOW)
                .addArrayOfString(named.toArray(String[]::new))
                .addArrayOfInteger(places.toArray(Integer[]::new))
                .addInteger(limits.perLane())
                .addInteger(limits.limit())
                .addLong(Dispatcher.LEASE_MILLIS)
                .addInteger(limits.channels())
                .addInteger(limits.subscribers())
                .addInteger(limits.subscribers() * WINDOW))
        .map(rows -> Rows.list(rows, PgOutbox::delivery));
  }

  private static Delivery delivery(Row row) {
    return new Delivery(
        row.getUUID(0),
        row.getUUID(1),
        Delivery.Kind.valueOf(row.getString(2)),
        row.getString(3),
        row.getLong(4),
        row.getInteger(5),
        row.getLong(6),
        row.getUUID(7),
        row.getLong(8),
        row.getUUID(9),
        row.getUUID(10));
  }

  @Override
  public Future<AttemptOutcome> close(Delivery delivery, DeliveryResult result) {
    return store(CLOSE, delivery, result, 0);
  }

  @Override
  public Future<AttemptOutcome> retry(Delivery delivery, DeliveryResult result, long waitMillis) {
    return store(RETRY, delivery, result, waitMillis);
  }

  @Override
  public Future<AttemptOutcome> giveUp(Delivery delivery, DeliveryResult result) {
    return store(DEAD, delivery, result, 0);
  }

  private Future<AttemptOutcome> store(
      String sql, Delivery delivery, DeliveryResult result, long wait) {
    return database
        .query(
            sql,
            Tuple.of(delivery.id(), delivery.claim(), result.status(), text(result.answer()), wait))
        .map(PgOutbox::outcome);
  }

  private static AttemptOutcome outcome(RowSet<Row> rows) {
    return Rows.first(
            rows,
            row ->
                new AttemptOutcome(AttemptOutcome.State.valueOf(row.getString(0)), row.getLong(1)))
        .orElse(AttemptOutcome.LOST);
  }

  /** Cuts an answer and removes NUL, which Postgres cannot store in a text. */
  private static String text(String answer) {
    String clean = answer.replace("\0", "");
    return clean.length() <= LONGEST_ANSWER ? clean : clean.substring(0, LONGEST_ANSWER);
  }

  @Override
  public Future<Void> release(Collection<Delivery> deliveries) {
    return database
        .query(
            RELEASE,
            Tuple.tuple()
                .addArrayOfUUID(
                    deliveries.stream().map(Delivery::id).toArray(java.util.UUID[]::new))
                .addArrayOfLong(deliveries.stream().map(Delivery::claim).toArray(Long[]::new)))
        .mapEmpty();
  }
}
