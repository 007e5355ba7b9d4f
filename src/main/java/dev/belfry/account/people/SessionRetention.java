package dev.belfry.account.people;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Deletes sessions a week after they expired, when no clock of an instance takes their tokens any
 * more, invitations a month after their links stopped working, and what is known of their e-mails
 * after two days, but not before the invitation. Sign-ins are kept for 90 days.
 */
public final class SessionRetention implements MaintenanceTask {
  private static final int AT_ONCE = 1_000;

  /** There are many more of them: of each person, some for each day. */
  private static final int SIGN_INS_AT_ONCE = 10_000;

  private static final String SESSIONS =
      """
      DELETE FROM console_sessions WHERE id IN (
        SELECT id FROM console_sessions WHERE expires_at < now() - interval '8 days' LIMIT $1)""";

  private static final String INVITATIONS =
      """
      DELETE FROM invitations WHERE id IN (
        SELECT id FROM invitations WHERE expires_at < now() - interval '30 days' LIMIT $1)""";

  /** Bounds count a day; a message is tried for as long. */
  private static final String MAILS =
      """
      DELETE FROM invitation_mails WHERE delivery_id IN (
        SELECT m.delivery_id FROM invitation_mails m
        WHERE m.queued_at < now() - interval '2 days'
          AND NOT EXISTS (SELECT FROM invitations i WHERE i.id = m.invitation_id)
        LIMIT $1)""";

  private static final String SIGN_INS =
      """
      DELETE FROM sign_ins WHERE id IN (
        SELECT id FROM sign_ins WHERE last_at < now() - interval '90 days' LIMIT $1)""";

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    return database
        .change(SESSIONS, Tuple.of(AT_ONCE))
        .compose(gone -> database.change(INVITATIONS, Tuple.of(AT_ONCE)))
        .compose(gone -> database.change(MAILS, Tuple.of(AT_ONCE)))
        .compose(gone -> database.change(SIGN_INS, Tuple.of(SIGN_INS_AT_ONCE)))
        .mapEmpty();
  }
}
