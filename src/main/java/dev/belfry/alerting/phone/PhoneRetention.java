package dev.belfry.alerting.phone;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/** Forgets requests of codes after 30 days, and which alerts went to phones after two. */
public final class PhoneRetention implements MaintenanceTask {
  private static final int AT_ONCE = 1_000;

  private static final String CODES =
      """
      DELETE FROM phone_codes WHERE delivery_id IN (
        SELECT delivery_id FROM phone_codes WHERE requested_at < now() - interval '30 days'
        LIMIT $1)""";

  /** Bounds count a day; a message is tried for as long. */
  private static final String TEXTS =
      """
      DELETE FROM person_texts WHERE (user_id, delivery_id) IN (
        SELECT user_id, delivery_id FROM person_texts WHERE sent_at < now() - interval '2 days'
        LIMIT $1)""";

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    return database
        .change(CODES, Tuple.of(AT_ONCE))
        .compose(gone -> database.change(TEXTS, Tuple.of(AT_ONCE)))
        .mapEmpty();
  }
}
