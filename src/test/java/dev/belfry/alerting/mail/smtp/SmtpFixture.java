package dev.belfry.alerting.mail.smtp;

import dev.belfry.alerting.mail.EmailContent;
import dev.belfry.alerting.mail.Mail;
import dev.belfry.alerting.mail.Mailer;
import dev.belfry.alerting.mail.SampleEmails;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.outbox.DeliveryResult;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Mailers that trust one authority of two, and a mail to send with them. */
final class SmtpFixture implements AutoCloseable {
  private static final Instant DATE = Instant.parse("2026-11-20T08:15:30Z");

  final Vertx vertx = Vertx.vertx();
  final SSLContext ours = tls("localhost");
  final SSLContext foreign = tls("localhost");

  @Override
  public void close() {
    vertx.close().await();
  }

  DeliveryResult send(Mailer mailer, String to) {
    return mailer.send(mail(to)).await();
  }

  Mail mail(String to) {
    EmailContent email = SampleEmails.named("ALERT_FAILURE");
    return new Mail(UUID.randomUUID(), to, email, DATE, null, null);
  }

  Mailer mailer(String url) {
    return mailer(url, Duration.ofSeconds(9));
  }

  Mailer mailer(String url, Duration attempt) {
    return new SmtpMailer(vertx, session(url), 4, attempt);
  }

  SmtpSession session(String url) {
    Config.Smtp config = config(url).smtp();
    var server = Objects.requireNonNull(config.server());
    return new SmtpSession(server, config.from(), "belfry.example.org", ours.getSocketFactory());
  }

  Config config(String url) {
    return ConfigLoader.load(
        url.isEmpty() ? Map.of() : Map.of("BELFRY_SMTP_URL", url), Path.of("target"));
  }

  private static SSLContext tls(String name) {
    try {
      return made(name);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static SSLContext made(String name) throws Exception {
    X509Bundle bundle =
        new CertificateBuilder()
            .subject("CN=" + name)
            .addSanDnsName(name)
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    KeyManagerFactory keys = bundle.toKeyManagerFactory();
    TrustManagerFactory trust = bundle.toTrustManagerFactory();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
