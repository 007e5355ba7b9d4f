package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.statuspages.subscription.LinkFixture;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The link in a message: {@code /v1/alert-links/{token}/acknowledge}, without a key. */
class AcknowledgeAlertIT {
  private final AlertHistoryFixture stage = new AlertHistoryFixture();
  private final UUID alert = stage.open(stage.check);
  private final ApiClient anybody = stage.app.client();
  private final String path = path(alert);

  private String path(UUID id) {
    AlertLinks links =
        AlertLinks.of(
            TestApp.config(stage.app.database().address(), Map.of()),
            LinkFixture.secrets(stage.app));
    return URI.create(links.acknowledge(id)).getRawPath();
  }

  private boolean acknowledged() {
    return AlertState.of(stage.state(stage.check)).notification().attention().acknowledged();
  }

  @Test
  void readingThePageChangesNothing() {
    ApiReply page = anybody.get(path).hasStatus(200).matchesContract("showAcknowledgement");
    assertThat(page.text()).contains("Acknowledge this alert", "attends to Home", "<button");
    assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
    assertThat(acknowledged()).isFalse();
  }

  @Test
  void theButtonAcknowledgesOnce() {
    for (int i = 0; i < 2; i++) {
      ApiReply page =
          anybody.send("POST", path, null).hasStatus(200).matchesContract("acknowledgeAlert");
      assertThat(page.text()).contains("The alert is acknowledged").doesNotContain("<button");
    }
    assertThat(acknowledged()).isTrue();
    ApiReply trail = stage.client.get("/v2/check-alerts/" + alert + "/actions");
    assertThat(trail.at("/0/actor").asText()).isEqualTo("link");
    assertThat(trail.at("/1").isMissingNode()).as("taken once").isTrue();
  }

  @Test
  void saysThatTheProblemHasEnded() {
    stage.number("DELETE FROM alert_states WHERE check_id = ?::uuid RETURNING 1", stage.check);
    assertThat(anybody.send("POST", path, null).hasStatus(200).text()).contains("has recovered");
    assertThat(anybody.get(path).hasStatus(200).text()).contains("has recovered");
  }

  @Test
  void refusesATokenThatIsNotGenuine() {
    for (String wrong :
        new String[] {
          "/v1/alert-links/nonsense/acknowledge", forged(path), path(UUID.randomUUID())
        }) {
      anybody.send("POST", wrong, null).hasStatus(404).matchesContract("acknowledgeAlert");
      anybody.get(wrong).hasStatus(404).matchesContract("showAcknowledgement");
    }
    assertThat(acknowledged()).isFalse();
  }

  /** With another first character of the token. */
  private static String forged(String path) {
    String replaced = path.replaceFirst("alert-links/.", "alert-links/_");
    return replaced.equals(path) ? path.replaceFirst("alert-links/_", "alert-links/-") : replaced;
  }
}
