package dev.belfry.alerting.mail;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Receipt;
import dev.belfry.platform.outbox.Sender;
import dev.belfry.statuspages.subscription.SubscriberMessage;
import dev.belfry.statuspages.subscription.SubscriberMessages;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Mails to subscribers of status pages: a request to confirm, and updates, which of one incident
 * are one conversation. Confined to the event loop of its database.
 */
public final class SubscriberMails implements Sender {
  private static final Receipt GONE =
      new Receipt(Receipt.Outcome.NEVER, 0, "The subscription or the update is gone", null);

  private final SubscriberMessages messages;
  private final MailStore store;
  private final Mailer mailer;

  public SubscriberMails(Database database, SubscriberMessages messages, Mailer mailer) {
    this.messages = messages;
    this.store = new MailStore(database);
    this.mailer = mailer;
  }

  @Override
  public Future<Receipt> send(Delivery delivery) {
    return messages
        .load(delivery)
        .compose(
            found -> found.isEmpty() ? Future.succeededFuture(GONE) : send(delivery, found.get()));
  }

  /** Sends a message that is loaded already, whatever its type. */
  public Future<Receipt> send(Delivery delivery, SubscriberMessage message) {
    UUID update = delivery.updateId();
    if (update == null) {
      return mailer.send(mail(delivery, SubscriberNews.of(message, null)));
    }
    return store
        .incident(update)
        .compose(
            incident ->
                incident.isEmpty()
                    ? Future.succeededFuture(GONE)
                    : mailer.send(mail(delivery, SubscriberNews.of(message, incident.get()))));
  }

  private static Mail mail(Delivery delivery, SubscriberNews news) {
    return new Mail(
        delivery.id(),
        news.address(),
        SubscriberLetters.of(news),
        Instant.ofEpochMilli(delivery.createdMs()),
        conversation(news.update()),
        news.unsubscribe());
  }

  private static Mail.@Nullable Conversation conversation(SubscriberNews.@Nullable Update update) {
    return update == null ? null : new Mail.Conversation(update.incidentId(), true);
  }
}
