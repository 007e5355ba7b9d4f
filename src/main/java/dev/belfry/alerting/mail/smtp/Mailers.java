package dev.belfry.alerting.mail.smtp;

import dev.belfry.alerting.mail.Mailer;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.SmtpAddress;
import dev.belfry.platform.config.SmtpSecurity;
import io.vertx.core.Vertx;
import java.net.URI;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the mailer of an installation. */
public final class Mailers {
  private static final Logger LOG = LoggerFactory.getLogger(Mailers.class);

  private Mailers() {}

  /** Creates the configured mailer and logs whether the instance sends e-mail. */
  public static Mailer of(Vertx vertx, Config config) {
    SmtpAddress server = config.smtp().server();
    if (server == null) {
      LOG.warn("E-mail is disabled: BELFRY_SMTP_URL is not set");
      return new NoMailer();
    }
    LOG.info(
        "Sending e-mail through {}:{} from {}",
        server.host(),
        server.port(),
        config.smtp().from().address());
    SSLSocketFactory tls =
        server.security() == SmtpSecurity.STARTTLS_OPTIONAL
            ? TrustAllCertificates.sockets()
            : (SSLSocketFactory) SSLSocketFactory.getDefault();
    return new SmtpMailer(vertx, server, config.smtp(), host(config), tls);
  }

  /** The host of the public URL, or else the domain of the sender. */
  static String host(Config config) {
    URI url = config.publicUrl();
    String host = url == null ? "" : url.getHost();
    return host.matches("[A-Za-z0-9.-]*[A-Za-z][A-Za-z0-9.-]*")
        ? host
        : config.smtp().from().domain();
  }
}
