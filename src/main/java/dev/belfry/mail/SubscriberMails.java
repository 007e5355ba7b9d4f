package dev.belfry.mail;

import dev.belfry.outbox.Delivery;
import dev.belfry.outbox.Receipt;
import dev.belfry.outbox.Sender;
import io.vertx.core.Future;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Mails to subscribers of status pages: a request to confirm, and updates, which of one incident
 * are one conversation.
 */
public final class SubscriberMails implements Sender {
  private static final Receipt GONE =
      new Receipt(Receipt.Outcome.NEVER, 0, "The subscription has ended", null);

  private final SubscriberNewsSource source;
  private final Mailer mailer;

  public SubscriberMails(SubscriberNewsSource source, Mailer mailer) {
    this.source = source;
    this.mailer = mailer;
  }

  @Override
  public Future<Receipt> send(Delivery delivery) {
    return source
        .read(delivery)
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(GONE)
                    : mailer.send(mail(delivery, found.get())));
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
