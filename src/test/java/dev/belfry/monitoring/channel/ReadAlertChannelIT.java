package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/alert-channels/{id}}. */
class ReadAlertChannelIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final ApiReply made =
      client.post(
          "/v1/alert-channels",
          "{\"type\":\"PAGERDUTY\",\"config\":{\"serviceKey\":\"s3cret\",\"account\":\"acme\"}}");
  private final String path = "/v1/alert-channels/" + made.id();

  @Test
  void answersTheChannelWithoutItsSecret() {
    ApiReply reply = client.get(path).hasStatus(200).matchesContract("readAlertChannel");
    assertThat(reply.json()).isEqualTo(made.json());
    assertThat(reply.at("/config").toString()).isEqualTo("{\"account\":\"acme\"}");
  }

  @Test
  void answers404ForUnknownIdsAndOtherAccounts() {
    Access access = new Access(app, acme);
    access.requireForReading(path);
    access.requireHidden("GET", path, null);
    client.get("/v1/alert-channels/999999999999999").isNotFound();
    client.get("/v1/alert-channels/x").isInvalid("/id");
  }
}
