package dev.belfry.engine.objective;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import dev.belfry.testing.ResultRows;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import jakarta.mail.Multipart;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Monthly reports by mail, from two instances to a mail server. */
class ObjectiveReportMailIT {
  private static final SmtpSink SINK = sink();
  private static final Map<String, String> SETTINGS =
      Map.of(
          "BELFRY_SMTP_URL",
          "smtp://127.0.0.1:" + SINK.port() + "?starttls=never",
          "BELFRY_PUBLIC_URL",
          "https://belfry.example.org");
  private static final TestApp APP = TestApp.start(SETTINGS);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final ResultRows rows = new ResultRows(APP.database());
  private final Vertx vertx = Vertx.vertx();
  private final YearMonth present =
      YearMonth.from(
          Instant.ofEpochMilli(rows.number("SELECT epoch_millis()")).atOffset(ZoneOffset.UTC));

  /** The last one that is over, and so the one that is reported. */
  private final YearMonth month = present.minusMonths(1);

  private Instant now = at(month.plusMonths(1), 2);
  private final ObjectiveReportJob job = job();
  private final ObjectiveReportJob other = job();

  private static SmtpSink sink() {
    try {
      return SmtpSink.plain(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Instant at(YearMonth month, int hour) {
    return month.atDay(1).atTime(hour, 0).toInstant(ZoneOffset.UTC);
  }

  private ObjectiveReportJob job() {
    return new ObjectiveReportJob(
        vertx,
        APP.database().address(),
        TestApp.config(APP.database().address(), SETTINGS),
        () -> now);
  }

  @AfterEach
  void close() {
    job.stop().await();
    other.stop().await();
    vertx.close().await();
    rows.update("DELETE FROM accounts WHERE id = ?", acme.account());
  }

  @AfterAll
  static void stop() throws Exception {
    APP.close();
    SINK.close();
  }

  /** A channel that asked in the month that is reported. */
  private String channel(String address) {
    String channel = newChannel(address);
    rows.update(
        "UPDATE objective_report_channels SET month = ?::date WHERE channel_id = ?",
        month.atDay(1).toString(),
        Long.valueOf(channel));
    return channel;
  }

  private String newChannel(String address) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"EMAIL\",\"config\":{\"address\":\"%s\"},\"objectiveReport\":true}"
                .formatted(address))
        .hasStatus(201)
        .matchesContract("createAlertChannel")
        .id();
  }

  private String objective(String name) {
    String check =
        client
            .post(
                "/v1/checks/url",
                "{\"name\":\"M\",\"activated\":false,\"request\":{\"url\":\"https://e.org/\"}}")
            .hasStatus(201)
            .id();
    client
        .post(
            "/v1/objectives",
            "{\"name\":\"%s\",\"checkId\":\"%s\",\"target\":99.9}".formatted(name, check))
        .hasStatus(201);
    return check;
  }

  private void runs(String check, YearMonth when, int passed, int failed) {
    int series = rows.series(check, "eu-west-1");
    rows.day(series, (int) when.atDay(10).toEpochDay(), passed, failed);
  }

  private List<MimeMessage> mails(String receiver) {
    List<MimeMessage> mails = new ArrayList<>();
    for (String raw : SINK.messages) {
      MimeMessage mail = mail(raw);
      if (to(mail).contains(receiver)) {
        mails.add(mail);
      }
    }
    return mails;
  }

  private static MimeMessage mail(String raw) {
    try {
      return new MimeMessage(
          Session.getInstance(new Properties()),
          new ByteArrayInputStream(raw.getBytes(ISO_8859_1)));
    } catch (jakarta.mail.MessagingException e) {
      throw new AssertionError(e);
    }
  }

  private static String to(MimeMessage mail) {
    try {
      return String.join(",", mail.getHeader("To"));
    } catch (jakarta.mail.MessagingException e) {
      throw new AssertionError(e);
    }
  }

  private void rounds() {
    Future.all(job.round(), other.round()).await();
    Future.all(job.round(), other.round()).await();
  }

  private long queued() {
    return APP.database()
        .count(
            "SELECT count(*) FROM deliveries WHERE account_id = '%s' AND kind = 'OBJECTIVE_REPORT'"
                .formatted(acme.account()));
  }

  @Test
  void eachChannelGetsOneMailWithTheFileFromTwoInstances() throws Exception {
    String check = objective("Shop <sells>");
    runs(check, month, 10_000, 4);
    objective("Quiet");
    channel("one@example.com");
    channel("two@example.com");
    client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"EMAIL\",\"config\":{\"address\":\"no@example.com\"}}")
        .hasStatus(201);

    rounds();

    assertThat(queued()).isEqualTo(2);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (mails("one@").size() + mails("two@").size() < 2 && System.nanoTime() < end) {
      Polling.pause();
    }
    assertThat(mails("two@")).hasSize(1);
    MimeMessage mail = mails("one@").get(0);
    assertThat(mail.getSubject()).endsWith(": all met");
    Multipart parts = (Multipart) mail.getContent();
    Multipart texts = (Multipart) parts.getBodyPart(0).getContent();
    assertThat(texts.getBodyPart(0).getContent().toString())
        .contains("Shop <sells>", "Attained: 99.96 %", "Budget left: 60 %", "too few runs")
        .contains("1 objective had too few runs to judge");
    assertThat(texts.getBodyPart(1).getContent().toString())
        .contains("Shop &lt;sells&gt;", "https://belfry.example.org/console/objectives");
    String file = new String(parts.getBodyPart(1).getInputStream().readAllBytes(), UTF_8);
    assertThat(file)
        .isEqualTo(client.get("/v1/objectives/report.csv?month=" + month).hasStatus(200).text());
    assertThat(mails("no@")).isEmpty();

    JsonNode told =
        client
            .get("/v1/alert-notifications")
            .hasStatus(200)
            .matchesContract("listAlertNotifications")
            .json();
    assertThat(told).hasSize(2);
    assertThat(told.get(0).path("kind").asText()).isEqualTo("OBJECTIVE_REPORT");
    assertThat(told.get(0).path("objectiveReportMonth").asText()).isEqualTo(month.toString());
  }

  @Test
  void theMonthInWhichAChannelAsksIsItsFirst() {
    objective("Works");
    newChannel("first@example.com");
    rounds();
    assertThat(queued()).as("of the month before").isZero();
    now = at(present.plusMonths(1), 0);
    rounds();
    assertThat(queued()).as("before the month is settled").isZero();
    now = at(present.plusMonths(1), 1);
    rounds();
    assertThat(queued()).isEqualTo(1);
  }

  @Test
  void anInstanceThatWasAwaySendsTheLastMonthAlone() {
    objective("Works");
    channel("late@example.com");
    now = at(month.plusMonths(4), 1).plus(Duration.ofDays(20));
    rounds();
    assertThat(queued()).isEqualTo(1);
    assertThat(
            rows.number(
                "SELECT count(*) FROM objective_reports WHERE account_id = ? AND month = ?::date",
                acme.account(),
                month.plusMonths(3).atDay(1).toString()))
        .isEqualTo(1);
  }

  /**
   * An instance that ends after it took a channel, or after it stored the report, left it to
   * others.
   */
  @Test
  void anotherInstanceGoesOnAfterTheLease() {
    objective("Works");
    String channel = channel("kill@example.com");
    rows.update(
        "UPDATE objective_report_channels SET due_ms = ? WHERE channel_id = ?",
        now.toEpochMilli() + 1,
        Long.valueOf(channel));
    rows.update(
        """
        INSERT INTO objective_reports (account_id, month, summary) VALUES (?, ?::date,
          '{"month":"2026-01","objectives":1,"breached":0,"unjudged":1,"lines":[]}')""",
        acme.account(),
        month.atDay(1).toString());
    rounds();
    assertThat(queued()).isZero();
    now = now.plusMillis(1);
    rounds();
    assertThat(queued()).isEqualTo(1);
    String sql = SqlResource.read(ObjectiveReportStore.class, "queue-report.sql");
    sql = sql.replace("$1", channel).replace("$2", "'%1$s'").replace("$3", "'%2$s'");
    APP.database().execute(sql.formatted(present.atDay(1), month.atDay(1)));
    assertThat(queued()).as("by an instance that was slow").isEqualTo(1);
  }

  @Test
  void withoutObjectivesThereIsNothingToReport() {
    String channel = channel("empty@example.com");
    rounds();
    assertThat(queued()).isZero();
    objective("Too late");
    rounds();
    assertThat(queued()).as("of a month that is done with").isZero();
    client.put("/v1/alert-channels/" + channel, "{\"objectiveReport\":false}").hasStatus(200);
    now = at(present.plusMonths(1), 1);
    rounds();
    assertThat(queued()).as("no longer asked for").isZero();
    client.put("/v1/alert-channels/" + channel, "{\"objectiveReport\":true}").hasStatus(200);
    client.delete("/v1/alert-channels/" + channel).hasStatus(204);
    rounds();
    assertThat(queued()).isZero();
  }
}
