package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TextGateway;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Readers who subscribe a channel of Slack. */
class SlackSubscribersIT {
  private static final String OPERATION = "subscribeToStatusPage";
  private static final TextGateway SLACK = new TextGateway();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_SUBSCRIBERS_SLACK",
              "https://hooks.slack.com," + SLACK.url(),
              "BELFRY_SUBSCRIBERS_ALLOW_PRIVATE_TARGETS",
              "true"));

  private final SiteFixture stage = new SiteFixture(APP, "\"slackSubscribers\":true,");
  private final String secret = UUID.randomUUID().toString().replace("-", "");
  private final String hook = SLACK.url() + "/services/T0/B0/" + secret;

  @AfterAll
  static void stop() {
    APP.close();
    SLACK.close();
  }

  @Test
  void aChannelConfirmsWithTheLinkAndGetsUpdates() {
    assertThat(stage.read("").text()).contains("value=\"SLACK\"").doesNotContain("value=\"SMS\"");
    String answer = stage.send("/subscribe", form(hook)).hasStatus(200).text();
    assertThat(answer).contains("Confirm in Slack").doesNotContain(secret);
    TextGateway.Got request = SLACK.take();
    assertThat(request.path()).isEqualTo("/services/T0/B0/" + secret);
    assertThat(request.text())
        .isEqualTo("Send incident updates of Acme &amp; Söhne to this channel?");
    assertThat(request.body().at("/blocks/1/elements/0/type").asText()).isEqualTo("button");

    stage.send("/subscribe", form(hook)).hasStatus(200);
    JsonNode subscription = subscriptions().get(0);
    assertThat(subscriptions()).hasSize(1);
    assertThat(subscription.path("status").asText()).isEqualTo("PENDING");
    assertThat(subscription.path("address").asText()).isEqualTo(SLACK.url() + "/****");
    assertThat(
            APP.database()
                .count(
                    "SELECT count(*) FROM status_page_subscriptions s WHERE s::text LIKE '%"
                        + secret
                        + "%'"))
        .isZero();
    String link = request.link("\"url\"");
    stage.reader.send("POST", link.substring(link.indexOf("/v1/")), null).hasStatus(200);
    assertThat(subscriptions().get(0).path("status").asText()).isEqualTo("VERIFIED");

    announce("<!channel> Shop & more");
    JsonNode update = SLACK.take().body();
    assertThat(update.path("text").asText())
        .isEqualTo("Acme &amp; Söhne: &lt;!channel&gt; Shop &amp; more - Investigating");
    assertThat(update.at("/blocks/0/text/text").asText())
        .contains("|Acme &amp; Söhne>", "Investigating, severity major (Web shop)");
    assertThat(update.at("/blocks/1/text/text").asText()).isEqualTo("We look");
    assertThat(update.at("/blocks/2/elements/0/text").asText()).contains("/unsubscribe|");
    assertThat(stage.owner.get("/v1/audit-log?limit=20").text()).doesNotContain(secret);
  }

  @Test
  void aRevokedWebhookIsSubscribedNoMore() {
    stage.send("/subscribe", form(hook)).hasStatus(200);
    String link = SLACK.take().link("\"url\"");
    stage.reader.send("POST", link.substring(link.indexOf("/v1/")), null).hasStatus(200);
    SLACK.answer(429, "rate_limited");
    SLACK.answer(404, "no_service");
    announce("Shop gone");
    JsonNode first = SLACK.take().body();
    assertThat(SLACK.take().body()).isEqualTo(first);
    Polling.until("dropped", () -> subscriptions().isEmpty());
  }

  @Test
  void theRequestIsNeverRepeated() {
    SLACK.answer(500, "rollup_error");
    stage.send("/subscribe", form(hook)).hasStatus(200);
    SLACK.take();
    Polling.until(
        "given up",
        () ->
            APP.database()
                    .count(
                        "SELECT count(*) FROM deliveries d JOIN status_page_subscriptions s"
                            + " ON s.id = d.subscription_id WHERE d.state = 'DEAD'"
                            + " AND s.page_id = '"
                            + stage.page
                            + "'")
                == 1);
    assertThat(SLACK.waiting()).isZero();
  }

  @Test
  void otherHostsAndOtherPagesAreRefused() {
    for (String other :
        new String[] {
          "https://hooks.slack.com.evil.invalid/services/x",
          "http://hooks.slack.com/services/x",
          "https://user@hooks.slack.com/services/x",
          "https://hooks.slack.com:8443/services/x",
          "https://hooks.slack.com/",
          "https://169.254.169.254/services/x",
          "no address"
        }) {
      assertThat(stage.send("/subscribe", form(other)).hasStatus(400).text())
          .as(other)
          .contains("not an incoming webhook");
    }
    SiteFixture silent = new SiteFixture(APP, "");
    String refused =
        silent.send("/subscribe", form(hook)).hasStatus(400).matchesContract(OPERATION).text();
    assertThat(refused).contains("does not offer");
    assertThat(subscriptions()).isEmpty();
  }

  private void announce(String name) {
    stage
        .owner
        .post(
            "/v1/status-pages/incidents",
            """
            {"name":"%s","severity":"MAJOR","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"We look","notifySubscribers":true}]}"""
                .formatted(name, stage.web))
        .hasStatus(201);
  }

  private static String form(String address) {
    return "type=SLACK&address=" + URLEncoder.encode(address, StandardCharsets.UTF_8);
  }

  private JsonNode subscriptions() {
    return stage.owner.get("/v1/status-pages/" + stage.page + "/subscriptions").json();
  }
}
