package dev.belfry.alerting.mail;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertLinks;
import dev.belfry.alerting.mail.smtp.Mailers;
import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.Delivery.Kind;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.platform.outbox.Sender;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.statuspages.subscription.SubscriberMessages;
import dev.belfry.statuspages.subscription.SubscriptionLinks;
import dev.belfry.testing.ApiClient;
import io.vertx.core.Vertx;
import jakarta.mail.Multipart;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From the rows of the database to a mail server. */
class MailSendersIT {
  private static final long NOW = 1_795_000_000_000L;
  private static final List<String> SECRETS = List.of("a secret that signs the links of alerts");

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final Vertx vertx = Vertx.vertx();
  private SmtpSink sink;
  private Config config;
  private Mailer mailer;
  private Database database;

  @BeforeEach
  void open() throws Exception {
    sink = SmtpSink.plain(0);
    config =
        TestApp.config(
            app.database().address(),
            Map.of(
                "BELFRY_SMTP_URL",
                "smtp://127.0.0.1:" + sink.port() + "?starttls=never",
                "BELFRY_PUBLIC_URL",
                "https://belfry.example.org"));
    mailer = Mailers.of(vertx, config);
    database = new Database(vertx, app.database().address(), config.database(), 2);
  }

  @AfterEach
  void close() throws Exception {
    mailer.close().await();
    database.close().await();
    vertx.close().await();
    sink.close();
  }

  private Sender sender() {
    return new ChannelMailSender(database, mailer, AlertLinks.of(config, SECRETS));
  }

  @Test
  void mailsAnAlertAndItsRecoveryAsOneConversation() throws Exception {
    long channel = channel();
    UUID episode = UUID.randomUUID();
    UUID check = check();
    Delivery failure = alert(check, channel, episode, "ALERT_FAILURE", NOW);
    Delivery recovery = alert(check, channel, episode, "ALERT_RECOVERY", NOW + 90_000);
    Sender sender = sender();

    DeliveryResult first = sender.send(failure).await();
    DeliveryResult second = sender.send(recovery).await();

    assertThat(first.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(second.outcome()).isEqualTo(Outcome.DELIVERED);
    List<MimeMessage> mails = mails();
    assertThat(mails.get(0).getSubject()).isEqualTo("Failing: Home");
    assertThat(mails.get(0).getMessageID()).isEqualTo("<" + failure.id() + "@belfry.example.org>");
    assertThat(mails.get(0).getHeader("In-Reply-To")).isNull();
    assertThat(mails.get(1).getSubject()).isEqualTo("Recovered: Home");
    assertThat(mails.get(1).getHeader("In-Reply-To")).containsExactly(mails.get(0).getMessageID());
    assertThat(text(mails.get(0))).contains("got 503.", "Raised by:", "1 run failed");
    assertThat(text(mails.get(0)))
        .contains(AlertLinks.of(config, SECRETS).acknowledge(requireNonNull(failure.alertId())));
    assertThat(text(mails.get(1)))
        .contains("has recovered after 1 minute 30 seconds")
        .doesNotContain("/acknowledge");
  }

  @Test
  void mailsATest() throws Exception {
    Delivery test = delivery(UUID.randomUUID(), Kind.TEST, null, channel());

    DeliveryResult result = sender().send(test).await();

    assertThat(result.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(mails().get(0).getSubject()).startsWith("Test");
  }

  @Test
  void neverSendsToAChannelThatIsGoneOrSomebodyElses() throws Exception {
    Sender sender = sender();
    Delivery gone = delivery(UUID.randomUUID(), Kind.TEST, null, 999_999_999L);
    Delivery strange =
        new Delivery(
            UUID.randomUUID(),
            UUID.randomUUID(),
            Kind.TEST,
            "l",
            1,
            1,
            NOW,
            null,
            channel(),
            null,
            null);

    assertThat(sender.send(gone).await().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(sender.send(strange).await().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(sink.count).hasValue(0);
  }

  @Test
  void asksASubscriberToConfirmAndMailsUpdatesToThoseWhoDid() throws Exception {
    String service = client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").id();
    String page =
        client
            .post(
                "/v1/status-pages",
                """
                {"name":"Acme status","url":"page-%s",
                 "cards":[{"name":"Shop","services":[{"id":"%s"}]}]}"""
                    .formatted(UUID.randomUUID(), service))
            .hasStatus(201)
            .id();
    subscribe(page, "new@example.net", false);
    subscribe(page, "old@example.net", true);
    client
        .post(
            "/v1/status-pages/incidents",
            """
            {"name":"Down\\r\\nBcc: x@example.com","severity":"MAJOR","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"We look at <it>","notifySubscribers":true}]}"""
                .formatted(service))
        .hasStatus(201);
    SubscriberMessages messages =
        new SubscriberMessages(database, SubscriptionLinks.of(config, SECRETS), Sealer.of(SECRETS));
    Sender sender = new SubscriberMailSender(database, messages, mailer);

    List<Delivery> queued = queued(2);
    queued.forEach(
        one -> assertThat(sender.send(one).await().outcome()).isEqualTo(Outcome.DELIVERED));

    assertThat(queued).extracting(Delivery::kind).containsExactly(Kind.CONFIRMATION, Kind.UPDATE);
    MimeMessage confirmation = mails().get(0);
    assertThat(confirmation.getSubject()).isEqualTo("Confirm your subscription to Acme status");
    assertThat(text(confirmation))
        .contains("Confirm the subscription:\r\nhttps://belfry.example.org/");
    MimeMessage update = mails().get(1);
    assertThat(update.getHeader("To")).containsExactly("old@example.net");
    assertThat(update.getSubject()).startsWith("Acme status: Down").contains("(investigating)");
    assertThat(update.getHeader("Bcc")).isNull();
    assertThat(update.getHeader("List-Unsubscribe")[0]).startsWith("<https://belfry.example.org/");
    assertThat(update.getHeader("List-Unsubscribe-Post"))
        .containsExactly("List-Unsubscribe=One-Click");
    assertThat(update.getHeader("References")[0]).endsWith("@belfry.example.org>");
    assertThat(text(update)).contains("We look at <it>", "Service:   Web");
  }

  private void subscribe(String page, String address, boolean known) {
    client
        .post(
            "/v1/status-pages/" + page + "/subscriptions",
            "{\"type\":\"EMAIL\",\"config\":\"%s\",\"autoVerify\":%s}".formatted(address, known))
        .hasStatus(201);
  }

  private long channel() {
    String body = "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}";
    return client.post("/v1/alert-channels", body).hasStatus(201).at("/id").asLong();
  }

  private UUID check() {
    String body = "{\"name\":\"Home\",\"activated\":false,\"request\":{\"url\":\"http://e.org/\"}}";
    return UUID.fromString(client.post("/v1/checks/url", body).hasStatus(201).id());
  }

  private Delivery alert(UUID check, long channel, UUID episode, String type, long at)
      throws SQLException {
    UUID alert = UUID.randomUUID();
    UUID id = UUID.randomUUID();
    String context =
        "{\"CHECK_NAME\":\"Home\",\"CHECK_ERROR_MESSAGE\":\"expected below 400, got 503\"}";
    run(
        """
        INSERT INTO alerts (id, account_id, check_id, episode, type, decided_ms, context)
        VALUES (?, ?, ?, ?, ?, ?, ?::jsonb)""",
        alert,
        acme.account(),
        check,
        episode,
        type,
        at,
        context);
    run(
        """
        INSERT INTO deliveries (id, account_id, kind, lane, alert_id, channel_id, state)
        VALUES (?, ?, 'ALERT', 'test', ?, ?, 'DEAD')""",
        id,
        acme.account(),
        alert,
        channel);
    return delivery(id, Kind.ALERT, alert, channel);
  }

  private Delivery delivery(UUID id, Kind kind, @Nullable UUID alert, long channel) {
    return new Delivery(id, acme.account(), kind, "l", 1, 1, NOW, alert, channel, null, null);
  }

  private void run(String sql, Object... parameters) throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }

  /** Waits until so many deliveries are queued. */
  private List<Delivery> queued(int count) throws SQLException {
    long deadline = System.nanoTime() + 20_000_000_000L;
    List<Delivery> found = queued();
    for (; found.size() < count && System.nanoTime() < deadline; found = queued()) {}
    return found;
  }

  private List<Delivery> queued() throws SQLException {
    List<Delivery> found = new ArrayList<>();
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT id, kind, update_id, subscription_id FROM deliveries"
                    + " WHERE account_id = ? ORDER BY kind")) {
      statement.setObject(1, acme.account());
      ResultSet rows = statement.executeQuery();
      while (rows.next()) {
        found.add(
            new Delivery(
                rows.getObject(1, UUID.class),
                acme.account(),
                Kind.valueOf(rows.getString(2)),
                "l",
                1,
                1,
                NOW,
                null,
                null,
                rows.getObject(3, UUID.class),
                rows.getObject(4, UUID.class)));
      }
    }
    return found;
  }

  private List<MimeMessage> mails() throws Exception {
    List<MimeMessage> mails = new ArrayList<>();
    for (String raw : sink.messages) {
      InputStream bytes = new ByteArrayInputStream(raw.getBytes(StandardCharsets.ISO_8859_1));
      mails.add(new MimeMessage(Session.getInstance(new Properties()), bytes));
    }
    return mails;
  }

  private static String text(MimeMessage mail) throws Exception {
    return ((Multipart) mail.getContent()).getBodyPart(0).getContent().toString();
  }
}
