package dev.belfry.alerting.mail.smtp;

import dev.belfry.alerting.mail.Mail;
import dev.belfry.platform.outbox.DeliveryResult;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/** A connection to the mail server. Blocks; one thread at a time uses it, any thread may end it. */
final class SmtpConnection {
  /** Servers limit the e-mails per connection; a hundred is a usual limit. */
  private static final int MOST_MAILS = 100;

  /** The server may have closed a connection that was idle this long. */
  private static final long UNSURE_NANOS = Duration.ofSeconds(2).toNanos();

  /** The reply of a server that closes the connection (RFC 5321, 4.2.3). */
  private static final int CLOSING = 421;

  private final SmtpSession settings;
  private final SmtpSockets sockets;
  private final MimeForm form;
  private final SMTPTransport transport;
  private int mails;
  private boolean reusable;
  private long usedNanos;

  SmtpConnection(SmtpSession settings) {
    this.settings = settings;
    this.sockets = settings.sockets();
    Session session = settings.session(sockets);
    this.form = settings.form(session);
    this.transport = new SMTPTransport(session, new URLName("smtp", null, -1, null, null, null));
  }

  /** Sends an e-mail and reconnects if necessary. */
  DeliveryResult attempt(Mail mail) {
    DeliveryResult result = transfer(mail);
    usedNanos = System.nanoTime();
    boolean answered = result.status() > 0 && result.status() != CLOSING;
    reusable =
        mails < MOST_MAILS && (answered || result.outcome() == DeliveryResult.Outcome.FAILED);
    return result;
  }

  private DeliveryResult transfer(Mail mail) {
    try {
      MimeMessage message = form.of(mail);
      if (mails == 0) {
        settings.connect(transport);
      } else if (System.nanoTime() - usedNanos > UNSURE_NANOS && !transport.isConnected()) {
        settings.connect(transport);
        mails = 0;
      }
      mails++;
      transport.sendMessage(message, message.getAllRecipients());
      return SmtpReplies.delivered(
          transport.getLastReturnCode(), String.valueOf(transport.getLastServerResponse()));
    } catch (MessagingException | RuntimeException failure) {
      return SmtpReplies.of(failure);
    }
  }

  /** Whether it can send another e-mail. */
  boolean isReusable() {
    return reusable;
  }

  boolean isIdleFor(Duration time) {
    return System.nanoTime() - usedNanos > time.toNanos();
  }

  /** Closes the connection with QUIT. */
  void close() {
    try {
      transport.close();
    } catch (MessagingException gone) {
      // The server need not hear it.
    }
    end();
  }

  /** Ends the connection at once; a transmission in progress fails. */
  void end() {
    sockets.end();
  }
}
