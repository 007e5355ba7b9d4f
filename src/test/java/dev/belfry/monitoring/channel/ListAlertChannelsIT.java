package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/alert-channels}. */
class ListAlertChannelsIT {
  private static final String PATH = "/v1/alert-channels";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  ListAlertChannelsIT() {
    for (String name : new String[] {"a", "b", "c"}) {
      client
          .post(
              PATH,
              "{\"type\":\"EMAIL\",\"config\":{\"address\":\"%s@example.com\"}}".formatted(name))
          .hasStatus(201);
    }
  }

  @Test
  void answersThePagesInTheOrderOfCreation() {
    client.get(PATH).hasStatus(200).matchesContract("listAlertChannels");
    ApiReply first = client.get(PATH + "?limit=2").hasStatus(200);
    assertThat(first.at("/0/config/address").asText()).isEqualTo("a@example.com");
    assertThat(first.json()).hasSize(2);
    assertThat(first.header("content-range")).isEqualTo("0-1/3");
    assertThat(first.header("link")).contains("limit=2&page=2>; rel=\"next\"");
    ApiReply second = client.get(PATH + "?limit=2&page=2");
    assertThat(second.at("/0/config/address").asText()).isEqualTo("c@example.com");
    assertThat(second.header("content-range")).isEqualTo("2-2/3");
  }

  @Test
  void showsNoChannelOfAnotherAccount() {
    ApiReply reply = app.as(app.newTenant()).get(PATH).hasStatus(200);
    assertThat(reply.json()).isEmpty();
    assertThat(reply.header("content-range")).isEqualTo("*/0");
  }

  @Test
  void namesEveryOffendingParameter() {
    client.get(PATH + "?limit=101&page=0").isInvalid("/limit", "/page");
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(PATH);
  }
}
