package dev.belfry.account.people;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Deletes sessions a week after they expired, when no clock of an instance takes their tokens any
 * more, and invitations a month after their links stopped working.
 */
public final class SessionRetention implements MaintenanceTask {
  private static final int AT_ONCE = 1_000;

  private static final String SESSIONS =
      """
      DELETE FROM console_sessions WHERE id IN (
        SELECT id FROM console_sessions WHERE expires_at < now() - interval '8 days' LIMIT $1)""";

  private static final String INVITATIONS =
      """
      DELETE FROM invitations WHERE id IN (
        SELECT id FROM invitations WHERE expires_at < now() - interval '30 days' LIMIT $1)""";

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    return database
        .change(SESSIONS, Tuple.of(AT_ONCE))
        .compose(gone -> database.change(INVITATIONS, Tuple.of(AT_ONCE)))
        .mapEmpty();
  }
}
