package dev.belfry.alerting.mail.smtp;

import dev.belfry.platform.config.Mailbox;
import dev.belfry.platform.config.SmtpAddress;
import dev.belfry.platform.config.SmtpSecurity;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.time.Duration;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/**
 * The settings of connections to the mail server.
 *
 * @param host name in greetings and in every Message-ID
 * @param tls makes TLS sockets with the right trust
 */
record SmtpSession(SmtpAddress server, Mailbox from, String host, SSLSocketFactory tls) {
  private static final Duration CONNECT = Duration.ofSeconds(4);
  private static final Duration ANSWER = Duration.ofSeconds(8);

  SmtpSockets sockets() {
    return new SmtpSockets(tls);
  }

  MimeForm form(Session session) {
    return new MimeForm(session, from, host);
  }

  /** Properties are those of the library's package {@code org.eclipse.angus.mail.smtp}. */
  Session session(SmtpSockets sockets) {
    Properties set = new Properties();
    set.put("mail.smtp.socketFactory", sockets.plain());
    set.put("mail.smtp.ssl.socketFactory", sockets.secure());
    // Otherwise the library would fall back to a socket of its own, which no thread can end.
    set.put("mail.smtp.socketFactory.fallback", "false");
    set.put("mail.smtp.ssl.socketFactory.fallback", "false");
    set.put("mail.smtp.localhost", host);
    set.put("mail.smtp.from", from.address());
    set.put("mail.smtp.auth.mechanisms", "PLAIN LOGIN");
    set.put("mail.smtp.auth", Boolean.toString(server.user() != null));
    set.put("mail.smtp.connectiontimeout", Long.toString(CONNECT.toMillis()));
    set.put("mail.smtp.timeout", Long.toString(ANSWER.toMillis()));
    set.put("mail.smtp.quitwait", "false");
    SmtpSecurity security = server.security();
    set.put("mail.smtp.ssl.enable", Boolean.toString(security == SmtpSecurity.TLS));
    set.put("mail.smtp.starttls.enable", Boolean.toString(startsTls(security)));
    set.put(
        "mail.smtp.starttls.required",
        Boolean.toString(security == SmtpSecurity.STARTTLS_REQUIRED));
    set.put("mail.smtp.ssl.checkserveridentity", Boolean.toString(isVerified(security)));
    set.put("mail.smtp.ssl.protocols", "TLSv1.3 TLSv1.2");
    return Session.getInstance(set);
  }

  private static boolean startsTls(SmtpSecurity security) {
    return security == SmtpSecurity.STARTTLS_OPTIONAL || security == SmtpSecurity.STARTTLS_REQUIRED;
  }

  static boolean isVerified(SmtpSecurity security) {
    return security != SmtpSecurity.STARTTLS_OPTIONAL;
  }

  /** Connects. Without user it passes no password, or the library would try the local user name. */
  void connect(SMTPTransport transport) throws MessagingException {
    String password = server.user() == null ? null : server.password().value();
    transport.connect(server.host(), server.port(), server.user(), password);
  }
}
