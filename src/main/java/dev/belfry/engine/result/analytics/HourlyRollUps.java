package dev.belfry.engine.result.analytics;

import dev.belfry.engine.result.RollUp;
import dev.belfry.engine.result.TimeRange;
import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** Reads what the results of many checks amount to, hour by hour. */
public final class HourlyRollUps {
  private final AnalyticsStore store;

  /** Reads from this database. */
  public HourlyRollUps(Database database) {
    this.store = new AnalyticsStore(database);
  }

  /**
   * The roll-ups of these checks, none longer than an hour, the running one included. The future
   * fails when the database is away.
   */
  public Future<List<RollUp>> of(UUID account, List<UUID> checks, TimeRange range) {
    return store.hours(account, checks, range);
  }
}
