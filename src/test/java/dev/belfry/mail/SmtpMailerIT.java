package dev.belfry.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.belfry.config.Config;
import dev.belfry.config.ConfigLoader;
import dev.belfry.outbox.Receipt;
import dev.belfry.outbox.Receipt.Outcome;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets to real mail servers, good and bad ones. */
@Timeout(60)
class SmtpMailerIT {
  private static final Instant DATE = Instant.parse("2026-11-20T08:15:30Z");
  private static Vertx vertx = Vertx.vertx();
  private static SSLContext ours;
  private static SSLContext foreign;

  @BeforeAll
  static void certificates() throws Exception {
    ours = tls("localhost");
    foreign = tls("localhost");
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  @Test
  void sendsOverPlainSmtp() throws Exception {
    GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
    try {
      Mailer mailer = mailer("smtp://127.0.0.1:" + server.getSmtp().getPort() + "?starttls=never");

      Receipt receipt = send(mailer, "ops@example.com");

      assertThat(receipt.outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(receipt.status()).isEqualTo(250);
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
      Mailer good = mailer("smtp://belfry:right@127.0.0.1:" + port + "?starttls=never");
      Mailer bad = mailer("smtp://belfry:wrong@127.0.0.1:" + port + "?starttls=never");

      assertThat(send(good, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      Receipt refused = send(bad, "ops@example.com");

      assertThat(refused.outcome()).isEqualTo(Outcome.AGAIN);
      assertThat(refused.answer()).contains("user and password").doesNotContain("wrong");
      assertThat(server.getReceivedMessages()).hasSize(1);
      Future.all(good.close(), bad.close()).await();
    } finally {
      server.stop();
    }
  }

  @Test
  void neverSendsUnencryptedWhatMustBeEncrypted() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = mailer("smtp://localhost:" + sink.port() + "?starttls=required");

      Receipt receipt = send(mailer, "ops@example.com");

      assertThat(receipt.outcome()).isEqualTo(Outcome.AGAIN);
      assertThat(receipt.answer()).contains("STARTTLS");
      assertThat(sink.count).hasValue(0);
      mailer.close().await();
    }
  }

  @Test
  void encryptsWithWhomItTrusts() throws Exception {
    try (SmtpSink sink = SmtpSink.startTls(ours);
        SmtpSink secure = SmtpSink.tls(ours)) {
      Mailer required = mailer("smtp://localhost:" + sink.port() + "?starttls=required");
      Mailer smtps = mailer("smtps://localhost:" + secure.port());

      assertThat(send(required, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(send(smtps, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);

      assertThat(sink.encrypted).hasValue(1);
      assertThat(secure.encrypted).hasValue(1);
      Future.all(required.close(), smtps.close()).await();
    }
  }

  @Test
  void refusesACertificateOfSomebodyElseOrOfAnotherName() throws Exception {
    try (SmtpSink strange = SmtpSink.startTls(foreign);
        SmtpSink secure = SmtpSink.tls(foreign);
        SmtpSink other = SmtpSink.startTls(ours)) {
      for (String url :
          new String[] {
            "smtp://localhost:" + strange.port() + "?starttls=required",
            "smtps://localhost:" + secure.port(),
            "smtp://127.0.0.1:" + other.port() + "?starttls=required"
          }) {
        Mailer mailer = mailer(url);

        Receipt receipt = send(mailer, "ops@example.com");

        assertThat(receipt.outcome()).isEqualTo(Outcome.AGAIN);
        mailer.close().await();
      }
      assertThat(strange.count.get() + secure.count.get() + other.count.get()).isZero();
    }
  }

  @Test
  void encryptsWhereItIsOfferedWhoeverItIs() throws Exception {
    try (SmtpSink sink = SmtpSink.startTls(foreign)) {
      Mailer mailer =
          Mailers.of(vertx, config("smtp://localhost:" + sink.port() + "?starttls=optional"));

      assertThat(send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);

      assertThat(sink.encrypted).hasValue(1);
      mailer.close().await();
    }
  }

  @Test
  void tellsARefusedReceiverFromATroubleThatPasses() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = mailer("smtp://127.0.0.1:" + sink.port());

      Receipt refused = send(mailer, "refused@example.com");
      Receipt later = send(mailer, "later@example.com");
      Receipt fine = send(mailer, "ops@example.com");

      assertThat(refused.outcome()).isEqualTo(Outcome.NEVER);
      assertThat(refused.status()).isEqualTo(550);
      assertThat(refused.answer()).contains("5.1.1 nobody of that name here");
      assertThat(later.outcome()).isEqualTo(Outcome.AGAIN);
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
      Mailer mailer = mailer("smtp://127.0.0.1:" + sink.port());
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
        Receipt receipt = send(mailer, address);

        assertThat(receipt.outcome()).as(address).isEqualTo(Outcome.NEVER);
        assertThat(receipt.answer()).startsWith("The address ");
      }
      assertThat(sink.count).hasValue(0);
      assertThat(send(mailer, "a@bücher.example").outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(sink.recipients).containsExactly("a@xn--bcher-kva.example");
      mailer.close().await();
    }
  }

  @Test
  void findsTheServerAgainThatWasAway() throws Exception {
    SmtpSink before = SmtpSink.plain(0);
    int port = before.port();
    Mailer mailer = mailer("smtp://127.0.0.1:" + port);
    assertThat(send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
    before.close();

    Receipt broken = send(mailer, "ops@example.com");
    Receipt away = send(mailer, "ops@example.com");

    assertThat(broken.outcome()).isEqualTo(Outcome.AGAIN);
    assertThat(away.outcome()).isEqualTo(Outcome.AGAIN);
    assertThat(away.answer()).contains("does not accept connections");
    try (SmtpSink after = SmtpSink.plain(port)) {
      assertThat(send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      assertThat(after.count).hasValue(1);
    }
    mailer.close().await();
  }

  @Test
  void endsWithinAnAttemptWhenTheServerHangsAfterTheData() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = mailer("smtp://127.0.0.1:" + sink.port(), Duration.ofMillis(400));
      long begun = System.nanoTime();

      Receipt receipt = send(mailer, "hang@example.com");

      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
      assertThat(receipt.outcome()).isEqualTo(Outcome.AGAIN);
      assertThat(receipt.answer()).contains("does not answer in time");
      assertThat(send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      mailer.close().await();
    }
  }

  @Test
  void goesOnWhenEveryConnectionHasHung() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = mailer("smtp://127.0.0.1:" + sink.port(), Duration.ofMillis(400));

      var hanging =
          IntStream.range(0, 12).mapToObj(i -> mailer.send(mail("hang@example.com"))).toList();

      assertThat(Future.all(hanging).await().<Receipt>list())
          .allMatch(receipt -> receipt.outcome() == Outcome.AGAIN);
      assertThat(send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.DELIVERED);
      mailer.close().await();
    }
  }

  @Test
  void usesFewConnectionsForManyMails() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      Mailer mailer = mailer("smtp://127.0.0.1:" + sink.port());

      var sent =
          IntStream.range(0, 250).mapToObj(i -> mailer.send(mail("r" + i + "@b.c"))).toList();

      assertThat(Future.all(sent).await().<Receipt>list())
          .allMatch(receipt -> receipt.outcome() == Outcome.DELIVERED);
      assertThat(sink.recipients).hasSize(250);
      assertThat(sink.connections).hasValueBetween(3, 8);
      mailer.close().await();
    }
  }

  @Test
  void takesAServerThatGreetsWithTroubleForOneThatIsAway() throws Exception {
    try (SmtpSink sink = SmtpSink.plain(0)) {
      sink.greeting = "554 5.7.1 not today";
      Mailer mailer = mailer("smtp://127.0.0.1:" + sink.port());

      assertThat(send(mailer, "ops@example.com").outcome()).isEqualTo(Outcome.AGAIN);
      mailer.close().await();
    }
  }

  @Test
  void saysThatThereIsNoMailServer() {
    Receipt receipt = send(Mailers.of(vertx, config("")), "ops@example.com");

    assertThat(receipt.outcome()).isEqualTo(Outcome.NEVER);
    assertThat(receipt.answer()).contains("BELFRY_SMTP_URL");
  }

  private static Receipt send(Mailer mailer, String to) {
    return mailer.send(mail(to)).await();
  }

  private static Mail mail(String to) {
    Letter letter = Letters.named("ALERT_FAILURE");
    return new Mail(UUID.randomUUID(), to, letter, DATE, null, null);
  }

  private static Mailer mailer(String url) {
    return mailer(url, Duration.ofSeconds(9));
  }

  private static Mailer mailer(String url, Duration attempt) {
    Config.Smtp config = config(url).smtp();
    var server = Objects.requireNonNull(config.server());
    SmtpSession session =
        new SmtpSession(server, config.from(), "belfry.example.org", ours.getSocketFactory());
    return new SmtpMailer(vertx, session, 4, attempt);
  }

  private static Config config(String url) {
    return ConfigLoader.load(
        url.isEmpty() ? Map.of() : Map.of("BELFRY_SMTP_URL", url), Path.of("target"));
  }

  private static SSLContext tls(String name) throws Exception {
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
