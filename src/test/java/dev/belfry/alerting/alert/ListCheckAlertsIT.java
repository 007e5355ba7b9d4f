package dev.belfry.alerting.alert;

import static dev.belfry.alerting.alert.AlertHistoryFixture.HOME;
import static dev.belfry.alerting.alert.AlertHistoryFixture.HOUR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/check-alerts}. */
class ListCheckAlertsIT {
  private static final String PATH = "/v1/check-alerts";

  private final AlertHistoryFixture stage = new AlertHistoryFixture();
  private final long now = stage.now;

  @Test
  void pagesThroughTheLastSixHoursOfAllChecks() {
    String other = stage.monitor();
    for (int hour = 0; hour < 9; hour++) {
      String check = hour % 2 == 0 ? stage.check : other;
      stage.raise(check, now - hour * HOUR - 1_000, "ALERT_FAILURE", HOME);
    }
    ApiReply first = stage.client.get(PATH + "?limit=4").hasStatus(200);
    first.matchesContract("listCheckAlerts");
    assertThat(first.json()).hasSize(4);
    assertThat(first.header("content-range")).isEqualTo("0-3/6");
    ApiReply second = stage.client.get(PATH + "?limit=4&page=2").hasStatus(200);
    assertThat(second.json()).hasSize(2);
    assertThat(second.header("content-range")).isEqualTo("4-5/6");
    assertThat(stage.client.get(PATH + "?limit=100&to=" + (now - 5 * HOUR) / 1000).json().size())
        .isEqualTo(4);
  }

  @Test
  void tracesEachStepOnTheWay() {
    stage.channels(2);
    UUID alert =
        stage.raise(
            stage.check,
            now,
            "ALERT_FAILURE",
            """
            {"CHECK_NAME":"Home","CHECK_TYPE":"URL","RUN_LOCATION":"eu-west-1","RESPONSE_TIME":12,
            "CHECK_ERROR_MESSAGE":"Down.","API_CHECK_RESPONSE_STATUS_CODE":500}""");
    stage.queue(alert, now + 1, now + 2, now + 40);
    ApiReply told = stage.client.get(PATH).hasStatus(200);
    told.matchesContract("listCheckAlerts");
    assertThat(told.at("/0/id").asText()).isEqualTo(alert.toString());
    assertThat(told.at("/0/name").asText()).isEqualTo("Home");
    assertThat(told.at("/0/alertType").asText()).isEqualTo("ALERT_FAILURE");
    assertThat(told.at("/0/error").asText()).isEqualTo("Down.");
    assertThat(told.at("/0/responseTime").asInt()).isEqualTo(12);
    assertThat(told.at("/0/statusCode").asInt()).isEqualTo(500);
    assertThat(time(told, "scheduledAt")).isEqualTo(now - 30);
    assertThat(time(told, "startedAt")).isEqualTo(now - 20);
    assertThat(time(told, "failedAt")).isEqualTo(now - 10);
    assertThat(time(told, "decidedAt")).isEqualTo(now);
    assertThat(time(told, "queuedAt")).isEqualTo(now + 1);
    assertThat(time(told, "firstSentAt")).isEqualTo(now + 2);
    assertThat(time(told, "acknowledgedAt")).isEqualTo(now + 40);
    stage.queue(alert, now + 1, null, null);
    ApiReply waiting = stage.client.get(PATH).hasStatus(200);
    assertThat(waiting.at("/0/trace/acknowledgedAt").isNull()).as("one is missing").isTrue();
    assertThat(time(waiting, "firstSentAt")).isEqualTo(now + 2);
  }

  private static long time(ApiReply reply, String step) {
    return Instant.parse(reply.at("/0/trace/" + step).asText()).toEpochMilli();
  }

  @Test
  void refusesMoreThanSixHours() {
    stage
        .client
        .get(PATH + "?from=%d&to=%d".formatted((now - 7 * HOUR) / 1000, now / 1000))
        .isInvalid("/from");
    stage.client.get(PATH + "?limit=0&page=-1").isInvalid("/limit", "/page");
  }

  @Test
  void isForThoseWhoMayReadTheAccount() {
    stage.raise(stage.check, now, "ALERT_FAILURE", HOME);
    stage.access().requireForReading(PATH);
    assertThat(stage.app.as(stage.app.newTenant()).get(PATH).hasStatus(200).json()).isEmpty();
  }
}
