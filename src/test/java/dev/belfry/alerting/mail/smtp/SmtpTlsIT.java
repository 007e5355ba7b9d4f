package dev.belfry.alerting.mail.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.mail.Mailer;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import io.vertx.core.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is encrypted, and with whom. */
@Timeout(60)
class SmtpTlsIT {
  private static final SmtpFixture STAGE = new SmtpFixture();

  @AfterAll
  static void close() {
    STAGE.close();
  }

  @Test
  void neverSendsUnencryptedWhatMustBeEncrypted() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = STAGE.mailer("smtp://localhost:" + sink.port() + "?starttls=required");

      DeliveryResult result = STAGE.send(mailer, "ops@example.com");

      assertThat(result.outcome()).isEqualTo(Outcome.RETRY);
      assertThat(result.answer()).contains("STARTTLS");
      assertThat(sink.count).hasValue(0);
      mailer.close().await();
    }
  }

  @Test
  void encryptsWithWhomItTrusts() throws Exception {
    try (SmtpSink sink = SmtpSink.startTls(STAGE.ours);
        SmtpSink secure = SmtpSink.tls(STAGE.ours)) {
      Mailer required = STAGE.mailer("smtp://localhost:" + sink.port() + "?starttls=required");
      Mailer smtps = STAGE.mailer("smtps://localhost:" + secure.port());

      assertThat(STAGE.send(required, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(STAGE.send(smtps, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);

      assertThat(sink.encrypted).hasValue(1);
      assertThat(secure.encrypted).hasValue(1);
      Future.all(required.close(), smtps.close()).await();
    }
  }

  @Test
  void refusesACertificateOfSomebodyElseOrOfAnotherName() throws Exception {
    try (SmtpSink strange = SmtpSink.startTls(STAGE.foreign);
        SmtpSink secure = SmtpSink.tls(STAGE.foreign);
        SmtpSink other = SmtpSink.startTls(STAGE.ours)) {
      for (String url :
          new String[] {
            "smtp://localhost:" + strange.port() + "?starttls=required",
            "smtps://localhost:" + secure.port(),
            "smtp://127.0.0.1:" + other.port() + "?starttls=required"
          }) {
        Mailer mailer = STAGE.mailer(url);

        DeliveryResult result = STAGE.send(mailer, "ops@example.com");

        assertThat(result.outcome()).isEqualTo(Outcome.RETRY);
        mailer.close().await();
      }
      assertThat(strange.count.get() + secure.count.get() + other.count.get()).isZero();
    }
  }

  @Test
  void encryptsWhereItIsOfferedWhoeverItIs() throws Exception {
    try (SmtpSink sink = SmtpSink.startTls(STAGE.foreign)) {
      Mailer mailer =
          Mailers.of(
              STAGE.vertx, STAGE.config("smtp://localhost:" + sink.port() + "?starttls=optional"));

      assertThat(STAGE.send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);

      assertThat(sink.encrypted).hasValue(1);
      mailer.close().await();
    }
  }
}
