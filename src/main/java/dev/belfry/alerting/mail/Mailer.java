package dev.belfry.alerting.mail;

import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;

/** Transmits e-mails to a mail server. */
public interface Mailer {
  /** Makes one attempt. The future never fails; it has the result within 10 seconds. */
  Future<DeliveryResult> send(Mail mail);

  /** Closes every connection without waiting for e-mails in transmission. */
  Future<Void> close();
}
