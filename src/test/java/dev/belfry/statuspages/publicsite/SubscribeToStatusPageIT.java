package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** {@code POST /status/{url}/subscribe}. */
class SubscribeToStatusPageIT {
  private static final String OPERATION = "subscribeToStatusPage";

  /** With a mail server that does not answer: nothing here needs what is sent. */
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_SMTP_URL", "smtp://127.0.0.1:9",
              "BELFRY_SUBSCRIBERS_MAX_UNCONFIRMED", "4",
              "BELFRY_SUBSCRIBERS_MAX_PER_HOST", "2"));

  private final SiteFixture stage = new SiteFixture(APP, "");

  @AfterAll
  static void stop() {
    APP.close();
  }

  @Test
  void anEmailAddressHasToConfirm() {
    ApiReply reply = stage.send("/subscribe", "type=EMAIL&address=reader%40example.org");
    assertThat(reply.hasStatus(200).matchesContract(OPERATION).text())
        .contains("Check your inbox", "reader@example.org");
    JsonNode subscription = subscriptions().get(0);
    assertThat(subscription.path("address").asText()).isEqualTo("reader@example.org");
    assertThat(subscription.path("status").asText()).isEqualTo("PENDING");

    String again = stage.send("/subscribe", "type=EMAIL&address=Reader%40example.org").text();
    assertThat(again).contains("Check your inbox");
    assertThat(subscriptions()).hasSize(1);
  }

  @Test
  void aWebAddressHasToConfirm() {
    ApiReply reply = stage.send("/subscribe", hook("once.invalid", 1));
    assertThat(reply.hasStatus(200).matchesContract(OPERATION).text())
        .contains("Confirm the webhook", "https://once.invalid/1");
    assertThat(subscriptions().get(0).path("type").asText()).isEqualTo("WEBHOOK");
    assertThat(subscriptions().get(0).path("status").asText()).isEqualTo("PENDING");
    stage.send("/subscribe", hook("once.invalid", 1)).hasStatus(200);
    String subscription = subscriptions().get(0).path("id").asText();
    assertThat(
            APP.database()
                .count(
                    "SELECT count(*) FROM deliveries WHERE kind = 'CONFIRMATION'"
                        + " AND lane = 'hook:once.invalid' AND subscription_id = '"
                        + subscription
                        + "'"))
        .isOne();
  }

  @Test
  void readersAddSoManyHooksAtAHost() {
    SiteFixture other = new SiteFixture(APP, "");
    stage.send("/subscribe", hook("host.invalid", 1)).hasStatus(200);
    other.send("/subscribe", hook("HOST.invalid", 2)).hasStatus(200);
    assertThat(bad(hook("host.invalid:8080", 3))).contains("Try again in an hour");
    stage.send("/subscribe", hook("other.invalid", 3)).hasStatus(200);
    assertThat(subscriptions()).hasSize(2);
    confirmAll();
    stage.send("/subscribe", hook("host.invalid", 4)).hasStatus(200);
  }

  @Test
  void readersAddSoManyToAPage() {
    for (int i = 0; i < 4; i++) {
      stage.send("/subscribe", "type=EMAIL&address=" + i + "%40example.org").hasStatus(200);
    }
    assertThat(bad("type=EMAIL&address=5%40example.org")).contains("Try again in an hour");
    stage.send("/subscribe", "type=EMAIL&address=1%40example.org").hasStatus(200);
    assertThat(subscriptions()).hasSize(4);
    stage
        .owner
        .post(
            "/v1/status-pages/" + stage.page + "/subscriptions",
            "{\"type\":\"EMAIL\",\"config\":\"owner@example.org\"}")
        .hasStatus(201);
    APP.database()
        .execute("UPDATE status_page_subscriptions SET created_at = now() - interval '61 minutes'");
    stage.send("/subscribe", "type=EMAIL&address=5%40example.org").hasStatus(200);
  }

  @Test
  void withoutAMailServerThereIsNoFormForMail() {
    SiteFixture silent = new SiteFixture();
    String refused =
        silent
            .send("/subscribe", "type=EMAIL&address=a%40example.org")
            .hasStatus(400)
            .matchesContract(OPERATION)
            .text();
    assertThat(refused).contains("cannot send e-mail");
    assertThat(silent.read("").text()).contains("value=\"WEBHOOK\"").doesNotContain("\"EMAIL\"");
    assertThat(stage.read("").text()).contains("value=\"WEBHOOK\"", "value=\"EMAIL\"");
  }

  @Test
  void saysWhatIsWrongWithAnAddress() {
    assertThat(bad("type=EMAIL&address=%3Cscript%3E"))
        .contains("Not a valid e-mail address: &lt;script&gt;");
    assertThat(bad("type=WEBHOOK&address=ftp%3A%2F%2Fe.org"))
        .contains("Not a valid web address: ftp://e.org");
    assertThat(bad("type=SMS&address=1")).contains("does not offer");
    assertThat(bad("type=FAX&address=1")).contains("The form is incomplete");
    assertThat(bad("")).contains("The form is incomplete");
    assertThat(bad("type=EMAIL&address=" + "x".repeat(2049))).contains("/address");
    assertThat(subscriptions()).isEmpty();
  }

  private String bad(String form) {
    return stage.send("/subscribe", form).hasStatus(400).matchesContract(OPERATION).text();
  }

  private static String hook(String host, int number) {
    return "type=WEBHOOK&address=https%3A%2F%2F" + host + "%2F" + number;
  }

  private static void confirmAll() {
    APP.database().execute("UPDATE status_page_subscriptions SET status = 'VERIFIED'");
  }

  @Test
  void takesFormsOnly() {
    assertThat(stage.reader.post(stage.site("/subscribe"), "{}").status()).isEqualTo(415);
    assertThat(
            stage
                .reader
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post("/status/no-such-page/subscribe", "type=EMAIL&address=a%40e.org")
                .status())
        .isEqualTo(404);
  }

  @Test
  void isLimitedForEachAddress() {
    try (TestApp strict = TestApp.start(Map.of("BELFRY_RATE_LIMIT_ROUTES", OPERATION + "=2/60"))) {
      SiteFixture limited = new SiteFixture(strict, "");
      for (int i = 0; i < 2; i++) {
        limited.send("/subscribe", hook("limited.invalid", 1)).hasStatus(200);
      }
      limited
          .send("/subscribe", hook("limited.invalid", 1))
          .hasStatus(429)
          .matchesContract(OPERATION);
    }
  }

  private JsonNode subscriptions() {
    return stage.owner.get("/v1/status-pages/" + stage.page + "/subscriptions").json();
  }
}
