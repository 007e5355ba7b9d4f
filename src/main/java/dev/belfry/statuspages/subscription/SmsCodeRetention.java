package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/** Forgets who requested codes by text message after a day, and all of a request after 30 days. */
public final class SmsCodeRetention implements MaintenanceTask {
  private static final Duration KEPT = Duration.ofDays(30);
  private static final Duration CLIENTS_KEPT = Duration.ofDays(1);

  private static final String FORGET =
      "UPDATE sms_code_requests SET client = NULL WHERE at_ms < $1 AND client IS NOT NULL";

  private static final String DELETE = "DELETE FROM sms_code_requests WHERE at_ms < $1";

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    return database
        .query(DELETE, Tuple.of(nowMillis - KEPT.toMillis()))
        .compose(deleted -> database.query(FORGET, Tuple.of(nowMillis - CLIENTS_KEPT.toMillis())))
        .mapEmpty();
  }
}
