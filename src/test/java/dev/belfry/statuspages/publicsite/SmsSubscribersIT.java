package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TextGateway;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Readers who subscribe a phone number. */
class SmsSubscribersIT {
  private static final String OPERATION = "subscribeToStatusPage";
  private static final TextGateway GATEWAY = new TextGateway();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_SMS_URL", GATEWAY.url() + "/texts",
              "BELFRY_SMS_TOKEN", "gateway-token",
              "BELFRY_SUBSCRIBERS_SMS", "+4915,+4366",
              "BELFRY_SUBSCRIBERS_MAX_CODES", "4"));

  private final SiteFixture stage = new SiteFixture(APP, "\"smsSubscribers\":true,");
  private final String number =
      "+4915" + ThreadLocalRandom.current().nextLong(1_000_000_000L, 9_999_999_999L);

  @AfterAll
  static void stop() {
    APP.close();
    GATEWAY.close();
  }

  @Test
  void aNumberIsConfirmedWithTheCodeAndGetsUpdates() {
    assertThat(stage.read("").text()).contains("value=\"SMS\"").doesNotContain("value=\"SLACK\"");
    String form = ok(request(" (00" + number.substring(1, 6) + ") " + number.substring(6)));
    assertThat(form).contains("Enter the code", "name=\"code\"", "value=\"" + number + "\"");
    TextGateway.Got sent = GATEWAY.take();
    assertThat(sent.path()).isEqualTo("/texts");
    assertThat(sent.authorization()).isEqualTo("Bearer gateway-token");
    assertThat(sent.body().path("to").asText()).isEqualTo(number);
    String code = sent.text().substring(0, 6);
    assertThat(sent.text()).matches("(?s)[0-9]{6} is your code to subscribe to Acme & Söhne.*");

    assertThat(bad(confirmation(code.equals("000000") ? "000001" : "000000")))
        .contains("not the code", "name=\"code\"");
    assertThat(subscription().path("status").asText()).isEqualTo("PENDING");
    assertThat(ok(confirmation(code.substring(0, 3) + " " + code.substring(3))))
        .contains("You are subscribed");
    assertThat(subscription().path("status").asText()).isEqualTo("VERIFIED");
    assertThat(subscription().path("type").asText()).isEqualTo("SMS");
    assertThat(subscription().path("address").asText())
        .isEqualTo("+49****" + number.substring(number.length() - 2));
    assertThat(stage.owner.get("/v1/audit-log?limit=20").text()).doesNotContain(number);

    announce("Shop – “down”");
    TextGateway.Got update = GATEWAY.take();
    assertThat(update.text())
        .startsWith("Acme & Söhne: Shop - \"down\" - Investigating\nWe look\nhttp")
        .contains("\nStop: http");
    String link = update.link("Stop: ");
    String page = stage.reader.get(link.substring(link.indexOf("/v1/"))).hasStatus(200).text();
    assertThat(page).contains("+49****", "A digest every day").doesNotContain(number);
    stage.reader.send("POST", link.substring(link.indexOf("/v1/")), null).hasStatus(200);
    assertThat(subscriptions()).isEmpty();
  }

  @Test
  void aNumberThatTheGatewayHasLostIsSubscribedNoMore() {
    subscribe();
    GATEWAY.answer(503, "later");
    GATEWAY.answer(410, "stopped");
    announce("Shop gone");
    TextGateway.Got first = GATEWAY.take();
    assertThat(GATEWAY.take().body()).isEqualTo(first.body());
    Polling.until("dropped", () -> subscriptions().isEmpty());
  }

  @Test
  void digestsComeAsTextMessages() {
    subscribe("&frequency=DAILY&digestHour=7&timezone=Europe%2FVienna");
    announce("Shop slow");
    APP.database().execute("UPDATE update_audiences SET announced_ms = announced_ms - 60000");
    APP.database()
        .execute(
            "UPDATE status_page_subscriptions SET digest_due_ms = 1, verified_ms = 0,"
                + " digest_told_ms = 0 WHERE page_id = '"
                + stage.page
                + "'");
    assertThat(GATEWAY.take().text())
        .startsWith("Acme & Söhne: one incident of the day: Shop slow (Investigating)\nhttp");
    assertThat(GATEWAY.waiting()).isZero();
  }

  @Test
  void fiveWrongCodesEndIt() {
    ok(request(number));
    String code = GATEWAY.take().text().substring(0, 6);
    for (int i = 0; i < 5; i++) {
      bad(confirmation("12345"));
    }
    assertThat(bad(confirmation(code))).contains("not the code");
    assertThat(subscription().path("status").asText()).isEqualTo("PENDING");
  }

  @Test
  void strangersGetFewCodes() {
    ok(request(number));
    GATEWAY.take();
    ok(request(number));
    ok(request(number));
    assertThat(bad(request(number))).contains("Try again in an hour");
    assertThat(GATEWAY.waiting()).as("one code in an hour").isZero();
    assertThat(bad(request("+49900123456"))).contains("No messages are sent to this number");
    assertThat(bad(request("+4915"))).contains("No messages are sent to this number");
    ok(request("+436612345678"));
    GATEWAY.take();
    assertThat(bad(request("+436612345679"))).as("of the account").contains("Try again");
    assertThat(subscriptions()).hasSize(2);
  }

  @Test
  void pagesMustAllowIt() {
    SiteFixture other = new SiteFixture(APP, "");
    assertThat(other.read("").text()).doesNotContain("value=\"SMS\"");
    String refused =
        other.send("/subscribe", request(number)).hasStatus(400).matchesContract(OPERATION).text();
    assertThat(refused).contains("does not offer");
  }

  private void subscribe() {
    subscribe("");
  }

  private void subscribe(String choice) {
    ok(request(number) + choice);
    ok(confirmation(GATEWAY.take().text().substring(0, 6)));
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

  private String ok(String form) {
    forgetTheClient();
    return stage.send("/subscribe", form).hasStatus(200).matchesContract(OPERATION).text();
  }

  private String bad(String form) {
    forgetTheClient();
    return stage.send("/subscribe", form).hasStatus(400).matchesContract(OPERATION).text();
  }

  /** All tests have one address, which would soon have requested too much. */
  private static void forgetTheClient() {
    APP.database().execute("UPDATE sms_code_requests SET client = NULL");
  }

  private static String request(String phone) {
    return "type=SMS&address=" + URLEncoder.encode(phone, StandardCharsets.UTF_8);
  }

  private String confirmation(String code) {
    return request(number) + "&code=" + URLEncoder.encode(code, StandardCharsets.UTF_8);
  }

  private JsonNode subscription() {
    return subscriptions().get(0);
  }

  private JsonNode subscriptions() {
    return stage
        .owner
        .get("/v1/status-pages/" + stage.page + "/subscriptions")
        .matchesContract("listSubscriptions")
        .json();
  }
}
