package dev.belfry.alerting.mail;

import dev.belfry.api.auth.Role;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.platform.outbox.Sender;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;

/**
 * Sends the links of invitations. One that was withdrawn, replaced or accepted before its e-mail
 * was sent is no longer loaded. Confined to the event loop of its database.
 */
public final class InvitationMailSender implements Sender {
  private static final String LOAD =
      """
      SELECT m.email, m.sealed_link, a.name, i.role, i.expires_at, u.name, u.email,
        p.time_zone, p.language
      FROM invitation_mails m
      JOIN invitations i ON i.id = m.invitation_id AND i.expires_at > now()
      JOIN accounts a ON a.id = i.account_id
      LEFT JOIN users u ON u.id = i.invited_by
      LEFT JOIN users p ON p.email = i.email
      WHERE m.delivery_id = $1 AND m.account_id = $2 AND m.sealed_link IS NOT NULL""";

  private final Database database;
  private final Sealer sealer;
  private final Mailer mailer;

  /**
   * @param sealer unseals the links
   * @param mailer transmits the e-mails
   */
  public InvitationMailSender(Database database, Sealer sealer, Mailer mailer) {
    this.database = database;
    this.sealer = sealer;
    this.mailer = mailer;
  }

  @Override
  public Future<DeliveryResult> send(Delivery delivery) {
    return database
        .query(LOAD, Tuple.of(delivery.id(), delivery.accountId()))
        .map(rows -> Rows.first(rows, row -> row))
        .compose(
            found ->
                found
                    .map(row -> send(delivery, row))
                    .orElseGet(() -> failed("The invitation was withdrawn, replaced or accepted")));
  }

  private Future<DeliveryResult> send(Delivery delivery, Row row) {
    SealContext place =
        new SealContext(
            "invitation_mails.sealed_link", delivery.accountId(), delivery.id().toString());
    String link;
    try {
      link = sealer.unseal(place, row.getString(1));
    } catch (UnsealException lost) {
      return failed("No configured key unseals the link");
    }
    InvitationEmail email =
        new InvitationEmail(
            row.getString(0),
            row.getString(2),
            row.getString(5),
            row.getString(6),
            Role.valueOf(row.getString(3)),
            link,
            row.getOffsetDateTime(4).toInstant(),
            TimeFormat.of(row.getString(7), row.getString(8)));
    return mailer.send(
        new Mail(
            delivery.id(),
            email.address(),
            email.content(),
            Instant.ofEpochMilli(delivery.createdMs()),
            null,
            null));
  }

  private static Future<DeliveryResult> failed(String why) {
    return Future.succeededFuture(new DeliveryResult(Outcome.FAILED, 0, why, null));
  }
}
