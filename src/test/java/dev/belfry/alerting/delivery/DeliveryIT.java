package dev.belfry.alerting.delivery;

import static dev.belfry.alerting.delivery.HttpReceiver.hang;
import static dev.belfry.alerting.delivery.HttpReceiver.reset;
import static dev.belfry.alerting.delivery.HttpReceiver.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages from the outbox to real receivers. */
class DeliveryIT {
  private static final HttpReceiver GATEWAY = new HttpReceiver();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_SMS_URL",
              GATEWAY.url() + "/messages",
              "BELFRY_SMS_TOKEN",
              "t0ken",
              "BELFRY_CALLS_URL",
              GATEWAY.url() + "/calls"));

  private final HttpReceiver receiver = new HttpReceiver();
  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);

  @AfterAll
  static void stop() {
    APP.close();
    GATEWAY.close();
  }

  @AfterEach
  void end() {
    receiver.close();
  }

  private String channel(String type, String config) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"%s\",\"config\":{\"url\":\"%s\"%s}}"
                .formatted(type, receiver.url() + "/hook", config))
        .hasStatus(201)
        .id();
  }

  private String test(String channel) {
    return client
        .send("POST", "/v1/alert-channels/" + channel + "/test", null)
        .hasStatus(202)
        .matchesContract("testAlertChannel")
        .id();
  }

  /** The message when it is as expected; asks until it is, for 20 seconds. */
  private JsonNode message(String id, Predicate<JsonNode> expected) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    JsonNode last = null;
    while (System.nanoTime() < deadline) {
      for (JsonNode one : client.get("/v1/alert-notifications?limit=100").json()) {
        if (one.path("id").asText().equals(id)) {
          last = one;
          if (expected.test(one)) {
            return one;
          }
        }
      }
    }
    throw new AssertionError("not as expected: " + last);
  }

  private static Predicate<JsonNode> is(String status) {
    return one -> one.path("status").asText().equals(status);
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  private static byte[] hmac(byte[] key, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void sendsTheDefaultBodyAndTellsWhatBecameOfIt() {
    String channel = channel("WEBHOOK", "");
    String id = test(channel);
    HttpReceiver.Got got = receiver.take();
    assertThat(got.method()).isEqualTo("POST");
    assertThat(got.header("webhook-id")).isEqualTo(id);
    assertThat(got.header("webhook-signature")).isEmpty();
    assertThat(got.header("Content-Type")).startsWith("application/json");
    assertThat(got.header("User-Agent")).startsWith("Belfry/").contains("notifications");
    JsonNode body = json(got.body());
    assertThat(body.path("id").asText()).isEqualTo(id);
    assertThat(body.path("kind").asText()).isEqualTo("TEST");
    assertThat(body.path("checkName").asText()).isEqualTo("Shop");
    assertThat(body.path("tags")).hasSize(2);
    JsonNode told = message(id, is("SUCCESS"));
    assertThat(told.path("notificationResult").asText()).isEqualTo("HTTP 200");
    assertThat(told.path("attempts").asInt()).isOne();
    assertThat(told.path("acknowledgedAt").isTextual()).isTrue();
    client.get("/v1/alert-notifications").matchesContract("listAlertNotifications");
    JsonNode health = client.get("/v1/alert-channels/" + channel).at("/health");
    assertThat(health.path("status").asText()).isEqualTo("OK");
    assertThat(health.path("lastDeliveredAt").isTextual()).isTrue();
  }

  @Test
  void fillsTheTemplateAndSignsTheRequest() throws Exception {
    byte[] key = "0123456789abcdef01234567".getBytes(StandardCharsets.UTF_8);
    String secret = "whsec_" + Base64.getEncoder().encodeToString(key);
    String id =
        test(
            channel(
                "WEBHOOK",
                """
                ,"method":"PUT","template":"{\\"n\\":\\"{{CHECK_NAME}}\\",\\"id\\":\\"{{$UUID}}\\"}",
                "webhookSecret":"%s","queryParameters":[{"key":"a b","value":"{{RUN_LOCATION}}&"}],
                "headers":[{"key":"X-Team","value":"{{GROUP_NAME}}"},{"key":"webhook-id","value":"x"},
                  {"key":"X-Checkly-Signature","value":"x"}]"""
                    .formatted(secret)));
    HttpReceiver.Got got = receiver.take();
    assertThat(got.method()).isEqualTo("PUT");
    assertThat(got.uri()).isEqualTo("/hook?a%20b=eu-central-1%26");
    assertThat(got.body()).isEqualTo("{\"n\":\"Shop\",\"id\":\"" + id + "\"}");
    assertThat(got.header("X-Team")).isEqualTo("Web");
    assertThat(got.header("webhook-id")).isEqualTo(id);
    String signed = id + "." + got.header("webhook-timestamp") + "." + got.body();
    assertThat(got.header("webhook-signature"))
        .isEqualTo("v1," + Base64.getEncoder().encodeToString(hmac(key, signed)));
    assertThat(got.header("x-checkly-signature"))
        .isEqualTo(
            HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), got.body())));
  }

  @Test
  void aGetHasNoBody() {
    test(channel("WEBHOOK", ",\"method\":\"GET\",\"template\":\"x\""));
    HttpReceiver.Got got = receiver.take();
    assertThat(got.method()).isEqualTo("GET");
    assertThat(got.body()).isEmpty();
  }

  @Test
  void triesAgainUnderTheSameIdUntilItIsAcknowledged() {
    receiver.then(status(503)).then(reset()).then(status(302, "Location", "/elsewhere"));
    String channel = channel("WEBHOOK", "");
    String id = test(channel);
    for (int attempt = 1; attempt <= 4; attempt++) {
      HttpReceiver.Got got = receiver.take();
      assertThat(got.header("webhook-id")).isEqualTo(id);
      assertThat(got.uri()).isEqualTo("/hook");
    }
    assertThat(message(id, is("SUCCESS")).path("attempts").asInt()).isEqualTo(4);
  }

  @Test
  void leavesAReceiverAloneForAsLongAsItAsks() {
    receiver.then(status(429, "Retry-After", "3600"));
    String channel = channel("WEBHOOK", "");
    String id = test(channel);
    receiver.take();
    JsonNode told = message(id, one -> one.path("statusCode").asInt() == 429);
    assertThat(told.path("status").asText()).isEqualTo("IN_PROGRESS");
    assertThat(told.path("nextAttemptAt").asText()).isGreaterThan(told.path("sentAt").asText());
    JsonNode health = client.get("/v1/alert-channels/" + channel).at("/health");
    assertThat(health.path("status").asText()).isEqualTo("FAILING");
    assertThat(health.path("lastError").asText()).isEqualTo("HTTP 429");
    assertThat(health.path("waiting").asInt()).isOne();
    client
        .send("POST", "/v1/alert-notifications/" + id + "/resend", null)
        .hasStatus(202)
        .matchesContract("resendAlertNotification");
    assertThat(receiver.take().header("webhook-id")).isEqualTo(id);
    message(id, is("SUCCESS"));
  }

  @Test
  void givesUpWhereNobodyWantsToHearAndSendsAgainOnDemand() {
    receiver.then(status(410));
    String channel = channel("WEBHOOK", "");
    String id = test(channel);
    receiver.take();
    message(id, is("FAILURE"));
    String since = "\"since\":\"2026-01-01T00:00:00.000Z\"";
    assertThat(resendAll("{" + since + ",\"status\":\"SUCCESS\"}")).isZero();
    assertThat(resendAll("{" + since + ",\"channelId\":" + channel + "}")).isOne();
    assertThat(receiver.take().header("webhook-id")).isEqualTo(id);
    message(id, is("SUCCESS"));
    assertThat(resendAll("{" + since + "}")).isOne();
    assertThat(receiver.take().header("webhook-id")).isEqualTo(id);
  }

  private int resendAll(String body) {
    return client
        .post("/v1/alert-notifications/resend", body)
        .hasStatus(202)
        .matchesContract("resendAlertNotifications")
        .at("/count")
        .asInt();
  }

  @Test
  void aReceiverThatHangsDelaysNobodyElse() {
    try (HttpReceiver hanging = new HttpReceiver()) {
      String hangs =
          client
              .post(
                  "/v1/alert-channels",
                  "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"" + hanging.url() + "\"}}")
              .id();
      for (int i = 0; i < 40; i++) {
        hanging.then(hang());
        test(hangs);
      }
      hanging.take();
      String channel = channel("WEBHOOK", "");
      for (int i = 0; i < 5; i++) {
        String id = test(channel);
        assertThat(receiver.take().header("webhook-id")).isEqualTo(id);
      }
    }
  }

  @Test
  void writesToSlackInBlocks() {
    test(channel("SLACK", ""));
    JsonNode attachment = json(receiver.take().body()).at("/attachments/0");
    assertThat(attachment.path("fallback").asText()).isEqualTo("Test: Shop has failed");
    assertThat(attachment.path("color").asText()).startsWith("#");
    assertThat(attachment.at("/blocks/0/text/text").asText()).isEqualTo("*Test: Shop has failed*");
    assertThat(attachment.at("/blocks/2/elements/0/url").asText()).startsWith("https://");
  }

  @ParameterizedTest
  @CsvSource({"SMS, /messages, Bearer t0ken, true", "CALL, /calls, '', false"})
  void handsWhatTelephonesGetToTheGateways(String type, String path, String token, boolean linked) {
    String id = test(channel(type, ",\"number\":\"+49 30 1234567\""));
    HttpReceiver.Got got = GATEWAY.take();
    assertThat(got.uri()).isEqualTo(path);
    assertThat(got.header("Authorization")).isEqualTo(token);
    assertThat(json(got.body()).path("to").asText()).isEqualTo("+49301234567");
    assertThat(json(got.body()).path("id").asText()).isEqualTo(id);
    assertThat(json(got.body()).path("text").asText().contains("http")).isEqualTo(linked);
  }

  @ParameterizedTest
  @CsvSource({"SLACK_APP, channel", "EMAIL, address"})
  void refusesATestOfAChannelThatCannotBeServed(String type, String member) {
    String value = type.equals("EMAIL") ? "ops@example.com" : "+49 30 1234567";
    String channel = channel(type, ",\"%s\":\"%s\"".formatted(member, value));
    JsonNode health = client.get("/v1/alert-channels/" + channel).at("/health");
    assertThat(health.path("status").asText()).isEqualTo("NOT_CONFIGURED");
    client
        .send("POST", "/v1/alert-channels/" + channel + "/test", null)
        .matchesContract("testAlertChannel")
        .isError(409, "Conflict", health.path("lastError").asText());
    assertThat(client.get("/v1/alert-notifications").json()).isEmpty();
  }

  @Test
  void onlyTheAccountsOwnMessagesAreListedAndSentAgain() {
    String id = test(channel("WEBHOOK", ""));
    message(id, is("SUCCESS"));
    ApiClient globex = APP.as(APP.newTenant());
    assertThat(globex.get("/v1/alert-notifications").json()).isEmpty();
    globex.send("POST", "/v1/alert-notifications/" + id + "/resend", null).isNotFound();
    client
        .send("POST", "/v1/alert-notifications/" + UUID.randomUUID() + "/resend", null)
        .isNotFound();
  }
}
