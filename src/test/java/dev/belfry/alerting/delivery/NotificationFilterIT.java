package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The filters of {@code GET /v1/alert-notifications}. */
class NotificationFilterIT {
  private static final String PATH = "/v1/alert-notifications";

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  private String channel() {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"http://169.254.169.254/never\"}}")
        .hasStatus(201)
        .id();
  }

  private String message(String channel) {
    return client.send("POST", "/v1/alert-channels/" + channel + "/test", null).hasStatus(202).id();
  }

  private List<String> ids(String query) {
    ApiReply reply =
        client.get(PATH + query).hasStatus(200).matchesContract("listAlertNotifications");
    List<String> ids = new ArrayList<>();
    for (JsonNode one : reply.json()) {
      ids.add(one.path("id").asText());
    }
    assertThat(reply.header("content-range")).endsWith("/" + ids.size());
    return ids;
  }

  @Test
  void selectByChannelOutcomeAndTime() {
    String one = channel();
    String other = channel();
    String first = message(one);
    String second = message(other);
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (ids("?hasFailures=true").size() < 2) {
      assertThat(System.nanoTime()).as("both are given up").isLessThan(deadline);
      Polling.pause();
    }
    assertThat(ids("")).containsExactlyInAnyOrder(first, second);
    assertThat(ids("?alertChannelId=" + one)).containsExactly(first);
    assertThat(ids("?limit=25&page=1&hasFailures=true&alertChannelId=" + other))
        .containsExactly(second);
    assertThat(ids("?hasFailures=false")).isEmpty();
    assertThat(ids("?alertChannelId=987654321")).isEmpty();

    long now = Instant.now().getEpochSecond();
    assertThat(ids("?from=" + (now - 600))).hasSize(2);
    assertThat(ids("?from=" + (now + 600))).isEmpty();
    assertThat(ids("?to=" + (now - 600))).isEmpty();
    assertThat(ids("?from=0&to=" + (now + 600))).hasSize(2);
    assertThat(ids("?to=" + (now + 90_000))).isEmpty();
    assertThat(ids("?from=1&to=" + (now + 90_000))).hasSize(2);
    client
        .get(PATH + "?alertChannelId=x&hasFailures=maybe&from=-1&to=soon")
        .isInvalid("/alertChannelId", "/hasFailures", "/from", "/to");
  }

  @Test
  void showNothingOfAnotherAccount() {
    String one = channel();
    message(one);
    ApiClient globex = app.as(app.newTenant());
    assertThat(globex.get(PATH + "?from=1&alertChannelId=" + one).text()).isEqualTo("[]");
  }
}
