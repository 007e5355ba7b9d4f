package dev.belfry.alerting.mail.smtp;

import dev.belfry.alerting.mail.Mail;
import dev.belfry.alerting.mail.Mailer;
import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;

/** Says that there is no mail server. */
final class NoMailer implements Mailer {
  /** What everybody is told who expects a mail. */
  static final String REASON =
      "This service has no mail server: set BELFRY_SMTP_URL, then send the message again";

  @Override
  public Future<DeliveryResult> send(Mail mail) {
    return Future.succeededFuture(
        new DeliveryResult(DeliveryResult.Outcome.FAILED, 0, REASON, null));
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
