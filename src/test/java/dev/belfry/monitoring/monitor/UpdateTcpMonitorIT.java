package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/checks/tcp/{id}}. */
class UpdateTcpMonitorIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String id =
      client
          .post(
              "/v1/checks/tcp",
              """
              {"name":"Mail","description":"old","frequency":5,"degradedResponseTime":100,
               "request":{"hostname":"mail.example.com","port":25}}""")
          .hasStatus(201)
          .id();
  private final String path = "/v1/checks/tcp/" + id;

  @Test
  void keepsWhatIsAbsentAndReplacesTheRequestWhole() {
    ApiReply renamed =
        client
            .put(path, "{\"name\":\"Post\",\"description\":null}")
            .hasStatus(200)
            .matchesContract("updateTcpMonitor");
    assertThat(renamed.at("/name").asText()).isEqualTo("Post");
    assertThat(renamed.at("/description").isNull()).isTrue();
    assertThat(renamed.at("/request/port").asInt()).isEqualTo(25);
    ApiReply moved =
        client.put(path, "{\"request\":{\"hostname\":\"e.org\",\"port\":465}}").hasStatus(200);
    assertThat(moved.at("/request/hostname").asText()).isEqualTo("e.org");
    assertThat(moved.at("/request/port").asInt()).isEqualTo(465);
    assertThat(client.get("/v1/checks/" + id).json()).isEqualTo(moved.json());
  }

  @Test
  void aLimitThatIsNotGivenFollowsTheOther() {
    ApiReply reply = client.put(path, "{\"maxResponseTime\":50}").hasStatus(200);
    assertThat(reply.at("/degradedResponseTime").asInt()).isEqualTo(50);
    client.put(path, "{\"maxResponseTime\":30000}").isInvalid("/maxResponseTime");
  }

  @Test
  void aMonitorOfAnotherTypeIsNotFound() {
    String url =
        client
            .post("/v1/checks/url", "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"}}")
            .hasStatus(201)
            .id();
    String tcp = "{\"request\":{\"hostname\":\"e.org\",\"port\":465}}";
    client.put("/v1/checks/tcp/" + url, tcp).isNotFound();
    client.put("/v1/checks/tcp/" + url, "{\"groupId\":null}").isNotFound();
    client.put("/v1/checks/url/" + id, "{\"name\":\"x\"}").isNotFound();
    client.put("/v1/checks/url/" + id, "{\"frequency\":0,\"frequencyOffset\":10}").isNotFound();
    assertThat(client.get("/v1/checks/" + id).at("/name").asText()).isEqualTo("Mail");
  }

  @Test
  void namesEveryOffendingField() {
    client
        .put(path, "{\"request\":{\"hostname\":\"a b\",\"port\":70000},\"frequency\":3}")
        .isInvalid("/request/port", "/request/hostname", "/frequency");
    client.put(path, "{\"request\":null}").isInvalid("/request");
  }
}
