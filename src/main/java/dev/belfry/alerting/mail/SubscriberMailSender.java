package dev.belfry.alerting.mail;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Sender;
import dev.belfry.statuspages.subscription.SubscriberDigest;
import dev.belfry.statuspages.subscription.SubscriberMessage;
import dev.belfry.statuspages.subscription.SubscriberMessages;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends confirmation messages, incident updates and digests to status page subscribers. Updates of
 * one incident form one conversation. Confined to the event loop of its database.
 */
public final class SubscriberMailSender implements Sender {
  private static final DeliveryResult GONE =
      new DeliveryResult(
          DeliveryResult.Outcome.FAILED,
          0,
          "The subscription ended or the incident update was deleted",
          null);

  private final SubscriberMessages messages;
  private final MailStore store;
  private final Mailer mailer;

  /** Creates it; {@code mailer} transmits the e-mails. */
  public SubscriberMailSender(Database database, SubscriberMessages messages, Mailer mailer) {
    this.messages = messages;
    this.store = new MailStore(database);
    this.mailer = mailer;
  }

  @Override
  public Future<DeliveryResult> send(Delivery delivery) {
    if (delivery.kind() == Delivery.Kind.DIGEST) {
      return messages
          .loadDigest(delivery)
          .compose(
              found ->
                  found.isEmpty()
                      ? Future.succeededFuture(GONE)
                      : mailer.send(digest(delivery, found.get())));
    }
    return messages
        .load(delivery)
        .compose(
            found -> found.isEmpty() ? Future.succeededFuture(GONE) : send(delivery, found.get()));
  }

  /** Sends a loaded message of any kind. The future fails when the database does. */
  public Future<DeliveryResult> send(Delivery delivery, SubscriberMessage message) {
    UUID update = delivery.updateId();
    if (update == null) {
      return mailer.send(mail(delivery, SubscriberEmailModel.of(message, null)));
    }
    return store
        .incident(update)
        .compose(
            incident ->
                incident.isEmpty()
                    ? Future.succeededFuture(GONE)
                    : mailer.send(
                        mail(delivery, SubscriberEmailModel.of(message, incident.get()))));
  }

  private static Mail digest(Delivery delivery, SubscriberDigest digest) {
    return new Mail(
        delivery.id(),
        digest.message().address(),
        DigestEmail.of(digest),
        Instant.ofEpochMilli(delivery.createdMs()),
        null,
        Wording.link(digest.message().unsubscribeUrl()));
  }

  private static Mail mail(Delivery delivery, SubscriberEmailModel model) {
    return new Mail(
        delivery.id(),
        model.address(),
        SubscriberEmails.of(model),
        Instant.ofEpochMilli(delivery.createdMs()),
        conversation(model.update()),
        model.unsubscribe());
  }

  private static Mail.@Nullable Conversation conversation(
      SubscriberEmailModel.@Nullable Update update) {
    return update == null ? null : new Mail.Conversation(update.incidentId(), true);
  }
}
