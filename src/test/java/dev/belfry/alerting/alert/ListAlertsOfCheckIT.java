package dev.belfry.alerting.alert;

import static dev.belfry.alerting.alert.AlertHistoryFixture.HOME;
import static dev.belfry.alerting.alert.AlertHistoryFixture.HOUR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/check-alerts/{checkId}}. */
class ListAlertsOfCheckIT {
  private final AlertHistoryFixture stage = new AlertHistoryFixture();
  private final String path = "/v1/check-alerts/" + stage.check;
  private final long now = stage.now;

  @Test
  void listsWhatWasRaisedAboutOneCheck() {
    stage.raise(stage.check, now - 2, "ALERT_FAILURE", HOME);
    stage.raise(stage.check, now - 1, "ALERT_RECOVERY", HOME);
    stage.raise(stage.check, now - 8 * HOUR, "ALERT_SSL", HOME);
    stage.raise(stage.monitor(), now, "ALERT_DEGRADED", HOME);
    ApiReply recent = stage.client.get(path).hasStatus(200);
    recent.matchesContract("listAlertsOfCheck");
    assertThat(recent.json().findValuesAsText("alertType"))
        .containsExactly("ALERT_RECOVERY", "ALERT_FAILURE");
    assertThat(recent.header("content-range")).isEqualTo("0-1/2");
    ApiReply old =
        stage.client.get(path + "?from=%d&page=0&to=0".formatted((now - 9 * HOUR) / 1000));
    assertThat(old.hasStatus(200).json().findValuesAsText("alertType"))
        .containsExactly("ALERT_SSL");
  }

  @Test
  void refusesMoreThanSixHours() {
    stage
        .client
        .get(path + "?from=%d&to=%d".formatted((now - 7 * HOUR) / 1000, now / 1000))
        .isInvalid("/from");
  }

  @Test
  void isForThoseWhoMayReadTheCheck() {
    stage.access().requireForReading(path);
    stage.access().requireHidden("GET", path, null);
    stage.client.get("/v1/check-alerts/" + UUID.randomUUID()).isNotFound();
    stage.client.get("/v1/check-alerts/nonsense").isInvalid("/checkId");
    stage.client.get(path + "?limit=0&page=-1").isInvalid("/limit", "/page");
  }
}
