package dev.belfry.alerting.mail.smtp;

import dev.belfry.alerting.mail.Mail;
import dev.belfry.platform.outbox.DeliveryResult;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/** A connection to the mail server. Blocks; used by one thread at a time, ended by any. */
final class SmtpConnection {
  /** Servers limit how many mails a connection brings; a hundred is a usual bound. */
  private static final int MOST_MAILS = 100;

  /** A server may have left a connection that was not used for this long. */
  private static final long UNSURE_NANOS = Duration.ofSeconds(2).toNanos();

  /** The answer of a server that ends the connection (RFC 5321, 4.2.3). */
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

  /** Sends a mail, over a new connection if there is none that works. */
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

  /** Whether another mail may be sent over it. */
  boolean isReusable() {
    return reusable;
  }

  boolean isIdleFor(Duration time) {
    return System.nanoTime() - usedNanos > time.toNanos();
  }

  /** Says goodbye. */
  void close() {
    try {
      transport.close();
    } catch (MessagingException gone) {
      // The server need not hear it.
    }
    end();
  }

  /** Ends it at once; what is under way fails. */
  void end() {
    sockets.end();
  }
}
