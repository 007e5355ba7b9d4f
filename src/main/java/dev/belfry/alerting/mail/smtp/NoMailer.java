package dev.belfry.alerting.mail.smtp;

import dev.belfry.alerting.mail.Mail;
import dev.belfry.alerting.mail.Mailer;
import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;

/** Fails every e-mail, since no mail server is configured. */
final class NoMailer implements Mailer {
  /** The reason of every failed delivery. */
  static final String REASON = ChannelAvailability.NO_MAIL_SERVER;

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
