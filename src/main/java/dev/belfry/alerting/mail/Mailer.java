package dev.belfry.alerting.mail;

import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;

/** Hands mails to whoever delivers them. */
public interface Mailer {
  /** One attempt; the future succeeds within 10 seconds, whatever becomes of it. */
  Future<DeliveryResult> send(Mail mail);

  /** Ends every connection; mails under way are not waited for. */
  Future<Void> close();
}
