package dev.belfry.platform.outbox;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Stores the outbox in the Postgres table {@code deliveries}. Time is the database's. */
public final class PgOutbox implements Outbox {
  /** The channel on which transactions notify that they added messages. */
  public static final String CHANNEL = "belfry_deliveries";

  /** Rows read for each that may be claimed, since a lane may have more than its places. */
  private static final int WINDOW = 8;

  private static final int LONGEST_ANSWER = 1_000;

  private static final String CLAIM = SqlResource.read(PgOutbox.class, "claim.sql");

  private static final String END =
      """
      UPDATE deliveries SET state = %s, claimed_until_ms = 0, answered_ms = epoch_millis(),
        due_ms = epoch_millis() + $5, status = nullif($3, 0), answer = $4,
        receipt = coalesce($6, receipt)
      WHERE id = $1 AND claim = $2 AND state = 'PENDING'
      RETURNING state, answered_ms - coalesce(held_until_ms, created_ms)""";

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
                .addInteger(limits.subscribers() * WINDOW)
                .addArrayOfUUID(limits.accounts().keySet().toArray(UUID[]::new))
                .addArrayOfInteger(places(limits, true))
                .addArrayOfInteger(places(limits, false))
                .addInteger(limits.mostOfAccount(true))
                .addInteger(limits.mostOfAccount(false))
                .addInteger(limits.perAudience()))
        .map(rows -> Rows.list(rows, PgOutbox::delivery));
  }

  private static Integer[] places(ClaimLimits limits, boolean toChannel) {
    return limits.accounts().values().stream()
        .map(taken -> taken.of(toChannel))
        .toArray(Integer[]::new);
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
            Tuple.of(
                delivery.id(),
                delivery.claim(),
                result.status(),
                text(result.answer()),
                wait,
                result.receipt()))
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
                .addArrayOfUUID(deliveries.stream().map(Delivery::id).toArray(UUID[]::new))
                .addArrayOfLong(deliveries.stream().map(Delivery::claim).toArray(Long[]::new)))
        .mapEmpty();
  }
}
