package dev.belfry.account.people;

import dev.belfry.platform.db.Ids;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/**
 * Queues the e-mails that take the links of invitations to their addresses. An account cannot flood
 * strangers with them: both the account and the address are bounded, the latter over all accounts.
 */
public final class InvitationMails {
  /** E-mails of an account within a day. */
  static final int MOST_OF_ACCOUNT = 100;

  /** E-mails to an address within a day, of all accounts. */
  static final int MOST_OF_ADDRESS = 3;

  /**
   * Two requests at once count each other's e-mails. All take the account first, so that none wait
   * for each other.
   */
  private static final String LOCK =
      """
      SELECT pg_advisory_xact_lock(hashtextextended('belfry.invitations ' || $1::uuid::text, 0)),
        pg_advisory_xact_lock(hashtextextended('belfry.invitations ' || $2::text, 0))""";

  private static final String QUEUE =
      """
      WITH noted AS (
        INSERT INTO invitation_mails (delivery_id, account_id, invitation_id, email, sealed_link)
        SELECT $1, $2, $3, $4, $5
        WHERE (SELECT count(*) FROM invitation_mails
            WHERE account_id = $2 AND queued_at > now() - interval '1 day') < $6
          AND (SELECT count(*) FROM invitation_mails
            WHERE email = $4 AND queued_at > now() - interval '1 day') < $7
        RETURNING delivery_id),
      queued AS (
        INSERT INTO deliveries (id, account_id, kind, lane)
        SELECT delivery_id, $2, 'INVITATION', 'invitations' FROM noted RETURNING 1)
      SELECT pg_notify('belfry_deliveries', '')::text FROM queued""";

  private final boolean configured;
  private final Sealer sealer;
  private final Ids ids;

  /**
   * @param configured whether there is a mail server
   * @param sealer seals links until they are sent
   */
  public InvitationMails(boolean configured, Sealer sealer, Ids ids) {
    this.configured = configured;
    this.sealer = sealer;
    this.ids = ids;
  }

  /** Queues the e-mail of an invitation within the caller's transaction, unless a bound is met. */
  Future<MailState> queue(SqlConnection connection, InvitationStore.Draft draft, String link) {
    if (!configured) {
      return Future.succeededFuture(MailState.NOT_CONFIGURED);
    }
    UUID delivery = ids.next();
    SealContext place =
        new SealContext("invitation_mails.sealed_link", draft.account(), delivery.toString());
    Tuple mail =
        Tuple.of(delivery, draft.account(), draft.link().id(), draft.email())
            .addString(sealer.seal(place, link))
            .addInteger(MOST_OF_ACCOUNT)
            .addInteger(MOST_OF_ADDRESS);
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(draft.account(), draft.email()))
        .compose(held -> connection.preparedQuery(QUEUE).execute(mail))
        .map(queued -> queued.size() > 0 ? MailState.QUEUED : MailState.LIMITED);
  }
}
