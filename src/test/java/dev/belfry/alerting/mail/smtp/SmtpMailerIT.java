package dev.belfry.alerting.mail.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.belfry.alerting.mail.Mailer;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import io.vertx.core.Future;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets to real mail servers, good and bad ones. */
@Timeout(60)
class SmtpMailerIT {
  private static final SmtpFixture STAGE = new SmtpFixture();

  @AfterAll
  static void close() {
    STAGE.close();
  }

  @Test
  void sendsOverPlainSmtp() throws Exception {
    GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
    try {
      Mailer mailer =
          STAGE.mailer("smtp://127.0.0.1:" + server.getSmtp().getPort() + "?starttls=never");

      DeliveryResult result = STAGE.send(mailer, "ops@example.com");

      assertThat(result.outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(result.status()).isEqualTo(250);
      MimeMessage message = server.getReceivedMessages()[0];
      assertThat(message.getAllRecipients()[0]).hasToString("ops@example.com");
      assertThat(message.getSubject()).isEqualTo("Failing: Checkout");
      assertThat(message.getContentType()).startsWith("multipart/alternative");
      mailer.close().await();
    } finally {
      server.stop();
    }
  }

  @Test
  void authenticatesAndSaysSoWhenThePasswordIsWrong() {
    GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.withConfiguration(
        com.icegreen.greenmail.configuration.GreenMailConfiguration.aConfig()
            .withUser("belfry@example.org", "belfry", "right"));
    server.start();
    try {
      int port = server.getSmtp().getPort();
      Mailer good = STAGE.mailer("smtp://belfry:right@127.0.0.1:" + port + "?starttls=never");
      Mailer bad = STAGE.mailer("smtp://belfry:wrong@127.0.0.1:" + port + "?starttls=never");

      assertThat(STAGE.send(good, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      DeliveryResult refused = STAGE.send(bad, "ops@example.com");

      assertThat(refused.outcome()).isEqualTo(Outcome.RETRY);
      assertThat(refused.answer()).contains("user or password").doesNotContain("wrong");
      assertThat(server.getReceivedMessages()).hasSize(1);
      Future.all(good.close(), bad.close()).await();
    } finally {
      server.stop();
    }
  }

  @Test
  void tellsARefusedReceiverFromATroubleThatPasses() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = STAGE.mailer("smtp://127.0.0.1:" + sink.port());

      DeliveryResult refused = STAGE.send(mailer, "refused@example.com");
      DeliveryResult later = STAGE.send(mailer, "later@example.com");
      DeliveryResult fine = STAGE.send(mailer, "ops@example.com");

      assertThat(refused.outcome()).isEqualTo(Outcome.FAILED);
      assertThat(refused.status()).isEqualTo(550);
      assertThat(refused.answer()).contains("5.1.1 nobody of that name here");
      assertThat(later.outcome()).isEqualTo(Outcome.RETRY);
      assertThat(later.status()).isEqualTo(451);
      assertThat(fine.outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(fine.answer()).contains("queued as 1");
      assertThat(sink.connections).hasValue(1);
      mailer.close().await();
    }
  }

  @Test
  void neverSendsToWhatIsNoAddress() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = STAGE.mailer("smtp://127.0.0.1:" + sink.port());
      for (String address :
          new String[] {
            "nobody",
            "@example.com",
            "a b@example.com",
            "a@example.com>\r\nRCPT TO:<b@example.com",
            "a@example.com\nBcc: b@example.com",
            "a@example.com, b@example.com",
            "ü@example.com",
            "a@-"
          }) {
        DeliveryResult result = STAGE.send(mailer, address);

        assertThat(result.outcome()).as(address).isEqualTo(Outcome.FAILED);
        assertThat(result.answer()).startsWith("The address ");
      }
      assertThat(sink.count).hasValue(0);
      assertThat(STAGE.send(mailer, "a@bücher.example").outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(sink.recipients).containsExactly("a@xn--bcher-kva.example");
      mailer.close().await();
    }
  }

  @Test
  void findsTheServerAgainThatWasAway() throws Exception {
    SmtpSink before = SmtpSink.plain(0);
    int port = before.port();
    Mailer mailer = STAGE.mailer("smtp://127.0.0.1:" + port);
    assertThat(STAGE.send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
    before.close();

    DeliveryResult broken = STAGE.send(mailer, "ops@example.com");
    DeliveryResult away = STAGE.send(mailer, "ops@example.com");

    assertThat(broken.outcome()).isEqualTo(Outcome.RETRY);
    assertThat(away.outcome()).isEqualTo(Outcome.RETRY);
    assertThat(away.answer()).contains("refused the connection");
    try (SmtpSink after = SmtpSink.plain(port)) {
      assertThat(STAGE.send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(after.count).hasValue(1);
    }
    mailer.close().await();
  }

  @Test
  void endsWithinAnAttemptWhenTheServerHangsAfterTheData() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = STAGE.mailer("smtp://127.0.0.1:" + sink.port(), Duration.ofSeconds(2));
      assertThat(STAGE.send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      long begun = System.nanoTime();

      DeliveryResult result = STAGE.send(mailer, "hang@example.com");

      // Sooner than the connection itself gives up.
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
      assertThat(result.outcome()).isEqualTo(Outcome.RETRY);
      assertThat(result.answer()).contains("did not answer in time");
      assertThat(STAGE.send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      mailer.close().await();
    }
  }

  /** Time may be up between the first step of an attempt and its socket. */
  @Test
  void makesNoConnectionOnceItIsEnded() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      SmtpConnection connection =
          new SmtpConnection(STAGE.session("smtp://127.0.0.1:" + sink.port()));
      connection.end();

      DeliveryResult result = connection.attempt(STAGE.mail("ops@example.com"));

      assertThat(result.outcome()).isEqualTo(Outcome.RETRY);
      assertThat(sink.connections).hasValue(0);
    }
  }

  @Test
  void goesOnWhenEveryConnectionHasHung() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = STAGE.mailer("smtp://127.0.0.1:" + sink.port(), Duration.ofMillis(1_500));

      var hanging =
          IntStream.range(0, 12)
              .mapToObj(i -> mailer.send(STAGE.mail("hang@example.com")))
              .toList();

      assertThat(Future.all(hanging).await().<DeliveryResult>list())
          .allMatch(result -> result.outcome() == Outcome.RETRY);
      assertThat(STAGE.send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      mailer.close().await();
    }
  }

  @Test
  void usesFewConnectionsForManyMails() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = STAGE.mailer("smtp://127.0.0.1:" + sink.port());

      var sent =
          IntStream.range(0, 250).mapToObj(i -> mailer.send(STAGE.mail("r" + i + "@b.c"))).toList();

      assertThat(Future.all(sent).await().<DeliveryResult>list())
          .allMatch(result -> result.outcome() == Outcome.DELIVERED);
      assertThat(sink.recipients).hasSize(250);
      assertThat(sink.connections).hasValueBetween(3, 8);
      mailer.close().await();
    }
  }

  @Test
  void takesAServerThatGreetsWithTroubleForOneThatIsAway() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      sink.greeting = "554 5.7.1 not today";
      Mailer mailer = STAGE.mailer("smtp://127.0.0.1:" + sink.port());

      assertThat(STAGE.send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.RETRY);
      mailer.close().await();
    }
  }

  @Test
  void saysThatThereIsNoMailServer() {
    DeliveryResult result =
        STAGE.send(Mailers.of(STAGE.vertx, STAGE.config("")), "ops@example.com");

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.answer()).contains("BELFRY_SMTP_URL");
  }
}
