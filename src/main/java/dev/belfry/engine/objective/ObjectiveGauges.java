package dev.belfry.engine.objective;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads what metrics show of the objectives of an account. Computes nothing: the job did. */
public final class ObjectiveGauges {
  private static final int AT_ONCE = 1_000;

  private static final String NEXT =
      """
      SELECT o.id, o.name, o.check_id, o.group_id, o.target::float8, o.window_days,
        CASE WHEN s.target = o.target AND s.window_days = o.window_days THEN s.status_ms END,
        s.good, s.bad, s.faults, s.missed, s.burn_rates, o.tag
      FROM objectives o JOIN objective_states s ON s.objective_id = o.id
      WHERE o.account_id = $1 AND o.id > $2 ORDER BY o.id LIMIT $3""";

  private final Database database;

  public ObjectiveGauges(Database database) {
    this.database = database;
  }

  /**
   * The objectives of an account, oldest first, read in short statements. The future fails when the
   * database is away.
   */
  public Future<List<ObjectiveGauge>> all(UUID account) {
    return after(0, account, new ArrayList<>());
  }

  private Future<List<ObjectiveGauge>> after(long last, UUID account, List<ObjectiveGauge> before) {
    return database
        .query(NEXT, Tuple.of(account, last, AT_ONCE))
        .map(rows -> Rows.list(rows, ObjectiveGauge::of))
        .compose(
            next -> {
              before.addAll(next);
              return next.size() < AT_ONCE
                  ? Future.succeededFuture(before)
                  : after(next.get(next.size() - 1).id(), account, before);
            });
  }
}
