package dev.belfry.alerting.alert;

import static dev.belfry.alerting.alert.AlertHistoryFixture.HOME;
import static dev.belfry.alerting.alert.AlertHistoryFixture.HOUR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v2/check-alerts}, and what is below it. */
class ListAlertsIT {
  private static final String PATH = "/v2/check-alerts";

  private final AlertHistoryFixture stage = new AlertHistoryFixture();

  private UUID raise(String check, int daysAgo) {
    return stage.raise(check, stage.now - daysAgo * (24 * HOUR), "ALERT_FAILURE", HOME);
  }

  @Test
  void goesBackAsFarAsThereAreAlerts() {
    UUID oldest = raise(stage.check, 40);
    UUID middle = raise(stage.check, 3);
    UUID newest = raise(stage.check, 0);
    ApiReply first = stage.client.get(PATH + "?limit=2").hasStatus(200);
    first.matchesContract("listAlerts");
    assertThat(first.at("/entries/0/id").asText()).isEqualTo(newest.toString());
    assertThat(first.at("/entries/1/id").asText()).isEqualTo(middle.toString());
    ApiReply rest =
        stage.client.get(PATH + "?limit=2&nextId=" + first.at("/nextId").asText()).hasStatus(200);
    assertThat(rest.at("/entries/0/id").asText()).isEqualTo(oldest.toString());
    assertThat(rest.at("/nextId").isNull()).isTrue();
    assertThat(stage.client.get(PATH + "?nextId=" + UUID.randomUUID()).at("/length").asInt())
        .isZero();
  }

  @Test
  void keepsToOneCheckIfAskedTo() {
    UUID other = raise(stage.monitor(), 1);
    raise(stage.check, 0);
    ApiReply reply = stage.client.get(PATH + "?checkId=" + stage.check).hasStatus(200);
    assertThat(reply.at("/length").asInt()).isEqualTo(1);
    assertThat(reply.text()).doesNotContain(other.toString());
  }

  @Test
  void showsWhatWasHeldAndByWhat() {
    String router = stage.monitor();
    UUID told = raise(stage.check, 0);
    UUID byCheck = raise(stage.check, 0);
    UUID byGroup = raise(stage.check, 0);
    stage.number(
        "UPDATE alerts SET held_check_id = ?::uuid, held_name = 'Router' WHERE id = ? RETURNING 1",
        router,
        byCheck);
    stage.number(
        "UPDATE alerts SET held_group_id = 7, held_name = 'Edge' WHERE id = ? RETURNING 1",
        byGroup);
    ApiReply read =
        stage.client.get(PATH + "/" + byCheck).hasStatus(200).matchesContract("readAlert");
    assertThat(read.at("/heldBy"))
        .hasToString("{\"checkId\":\"%s\",\"name\":\"Router\"}".formatted(router));
    ApiReply all = stage.client.get(PATH).hasStatus(200).matchesContract("listAlerts");
    assertThat(all.at("/length").asInt()).isEqualTo(3);
    for (String held : new String[] {"heldByCheckId=" + router, "heldByGroupId=7"}) {
      ApiReply some = stage.client.get(PATH + "?" + held).hasStatus(200);
      assertThat(some.matchesContract("listAlerts").at("/length").asInt()).isOne();
      assertThat(some.text()).contains("heldBy");
    }
    ApiReply older = stage.client.get("/v1/check-alerts").hasStatus(200);
    assertThat(older.json()).hasSize(1);
    assertThat(older.at("/0/id").asText()).isEqualTo(told.toString());
    assertThat(stage.client.get("/v1/check-alerts/" + stage.check).hasStatus(200).json())
        .hasSize(1);
    stage
        .client
        .get(PATH + "?heldByCheckId=x&heldByGroupId=0")
        .isInvalid("/heldByCheckId", "/heldByGroupId");
  }

  @Test
  void readsOneWithItsMessages() {
    stage.channels(2);
    UUID alert = raise(stage.check, 20);
    stage.queue(alert, stage.now - 1_000, stage.now - 900, stage.now - 800);
    stage.queue(alert, stage.now - 1_000, null, null);
    String path = PATH + "/" + alert;
    ApiReply read = stage.client.get(path).hasStatus(200).matchesContract("readAlert");
    assertThat(read.at("/alertType").asText()).isEqualTo("ALERT_FAILURE");
    assertThat(read.at("/trace/acknowledgedAt").isNull()).isTrue();
    ApiReply messages = stage.client.get(path + "/notifications").hasStatus(200);
    messages.matchesContract("listNotificationsOfAlert");
    assertThat(messages.json()).hasSize(2);
    assertThat(messages.json().findValuesAsText("status"))
        .containsExactlyInAnyOrder("SUCCESS", "IN_PROGRESS");
    assertThat(messages.at("/0/checkAlertId").asText()).isEqualTo(alert.toString());
  }

  @Test
  void tellsWhatTheRunFoundAtEachLocation() {
    UUID alert =
        stage.raise(
            stage.check,
            stage.now,
            "ALERT_FAILURE",
            """
            {"CHECK_NAME":"Home","CHECK_TYPE":"URL","LOCATIONS_NEEDED":2,"LOCATIONS":[
              {"location":"eu-west-1","verdict":"FAILED","error":"Refused","responseTime":12},
              {"location":"us-east-1","verdict":"OUTSTANDING"}]}""");
    ApiReply read = stage.client.get(PATH + "/" + alert).hasStatus(200);
    read.matchesContract("readAlert");
    assertThat(read.at("/locations").toString())
        .isEqualTo(
            "[{\"location\":\"eu-west-1\",\"verdict\":\"FAILED\",\"error\":\"Refused\","
                + "\"responseTime\":12},{\"location\":\"us-east-1\",\"verdict\":\"OUTSTANDING\","
                + "\"error\":null,\"responseTime\":null}]");
    assertThat(read.at("/locationsNeeded").asInt()).isEqualTo(2);
    ApiReply plain = stage.client.get(PATH + "/" + raise(stage.check, 1)).hasStatus(200);
    plain.matchesContract("readAlert");
    assertThat(plain.at("/locations")).isEmpty();
    assertThat(plain.at("/locationsNeeded").isNull()).isTrue();
  }

  @Test
  void isForThoseWhoMayRead() {
    String path = PATH + "/" + raise(stage.check, 0);
    stage.access().requireForReading(PATH);
    for (String each : new String[] {path, path + "/notifications"}) {
      stage.access().requireForReading(each);
      stage.access().requireHidden("GET", each, null);
    }
    stage.client.get(PATH + "/1").isInvalid("/id");
    stage
        .client
        .get(PATH + "?limit=0&checkId=x&nextId=y")
        .isInvalid("/limit", "/checkId", "/nextId");
  }
}
