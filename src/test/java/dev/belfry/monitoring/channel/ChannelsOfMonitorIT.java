package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code alertChannels} of a monitor follows the real channels and subscriptions. */
class ChannelsOfMonitorIT {
  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());
  private final String email = channel("EMAIL", "{\"address\":\"ops@example.com\"}");
  private final String webhook =
      channel("WEBHOOK", "{\"url\":\"https://bot.example/\",\"webhookSecret\":\"s3cret\"}");

  private String channel(String type, String config) {
    return client
        .post("/v1/alert-channels", "{\"type\":\"%s\",\"config\":%s}".formatted(type, config))
        .hasStatus(201)
        .id();
  }

  private String monitor(String query) {
    return client
        .post(
            "/v1/checks/url" + query,
            "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.com/\"}}")
        .hasStatus(201)
        .matchesContract("createUrlMonitor")
        .id();
  }

  private List<String> shown(String monitor) {
    ApiReply reply =
        client.get("/v1/checks/" + monitor).hasStatus(200).matchesContract("readCheck");
    assertThat(reply.text()).doesNotContain("s3cret");
    List<String> shown = new ArrayList<>();
    for (JsonNode one : reply.at("/alertChannels/email")) {
      shown.add(one.get("address").asText());
    }
    for (JsonNode one : reply.at("/alertChannels/webhook")) {
      shown.add(one.get("method").asText() + " " + one.get("url").asText());
    }
    reply.at("/alertChannels/sms").forEach(one -> shown.add(one.get("number").asText()));
    return shown;
  }

  private void subscribe(String channel, String monitor, boolean activated) {
    client
        .put(
            "/v1/alert-channels/" + channel + "/subscriptions",
            "{\"checkId\":\"%s\",\"activated\":%s}".formatted(monitor, activated))
        .hasStatus(200);
  }

  @Test
  void aNewMonitorHasEveryChannelUnlessToldNotTo() {
    assertThat(shown(monitor(""))).containsExactly("ops@example.com", "POST https://bot.example/");
    assertThat(shown(monitor("?autoAssignAlerts=false"))).isEmpty();
  }

  @Test
  void aMonitorOfManyChannelsCanBePutBack() {
    for (int number = 0; number < 101; number++) {
      channel("EMAIL", "{\"address\":\"a%d@example.com\"}".formatted(number));
    }
    String path = "/v1/checks/" + monitor("");
    ApiReply read = client.get(path).hasStatus(200).matchesContract("readCheck");
    assertThat(read.at("/alertChannelSubscriptions")).hasSize(103);

    ApiReply put = client.put(path.replace("checks", "checks/url"), read.text()).hasStatus(200);

    assertThat(put.matchesContract("updateUrlMonitor").at("/alertChannelSubscriptions"))
        .isEqualTo(read.at("/alertChannelSubscriptions"));
  }

  @Test
  void aChannelAppearsWhenSubscribedAndDisappearsWhenDeactivated() {
    String monitor = monitor("?autoAssignAlerts=false");
    subscribe(webhook, monitor, true);
    assertThat(shown(monitor)).containsExactly("POST https://bot.example/");
    subscribe(webhook, monitor, false);
    assertThat(shown(monitor)).isEmpty();
    assertThat(client.get("/v1/checks/" + monitor).at("/alertChannelSubscriptions/0").toString())
        .isEqualTo("{\"alertChannelId\":%s,\"activated\":false}".formatted(webhook));
  }

  @Test
  void aChangedChannelIsShownAsItIsNow() {
    String monitor = monitor("");
    client
        .put(
            "/v1/alert-channels/" + email,
            "{\"type\":\"SMS\",\"config\":{\"number\":\"+4930123456\"}}")
        .hasStatus(200);
    assertThat(shown(monitor)).containsExactly("POST https://bot.example/", "+4930123456");
  }

  @Test
  void aDeletedChannelIsGone() {
    String monitor = monitor("");
    client.delete("/v1/alert-channels/" + email).hasStatus(204);
    assertThat(shown(monitor)).containsExactly("POST https://bot.example/");
    assertThat(client.get("/v1/checks/" + monitor).at("/alertChannelSubscriptions")).hasSize(1);
  }

  @Test
  void aDeletedMonitorIsNoLongerASubscriber() {
    String monitor = monitor("");
    client.delete("/v1/checks/" + monitor).hasStatus(204);
    assertThat(client.get("/v1/alert-channels/" + email).at("/subscriptions")).isEmpty();
  }
}
