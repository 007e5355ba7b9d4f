package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/checks/dns/{id}}. */
class UpdateDnsMonitorIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String id =
      client
          .post(
              "/v1/checks/dns",
              """
              {"name":"Mail","frequency":5,"degradedResponseTime":100,
               "request":{"query":"e.org","recordType":"MX","nameServer":"ns1.e.org","port":53}}""")
          .hasStatus(201)
          .id();
  private final String path = "/v1/checks/dns/" + id;

  @Test
  void keepsWhatIsAbsentAndReplacesTheRequestWhole() {
    ApiReply renamed =
        client.put(path, "{\"name\":\"Post\"}").hasStatus(200).matchesContract("updateDnsMonitor");
    assertThat(renamed.at("/name").asText()).isEqualTo("Post");
    assertThat(renamed.at("/request/nameServer").asText()).isEqualTo("ns1.e.org");
    ApiReply moved =
        client
            .put(path, "{\"request\":{\"query\":\"e.net\",\"recordType\":\"TXT\"}}")
            .hasStatus(200);
    assertThat(moved.at("/request/query").asText()).isEqualTo("e.net");
    assertThat(moved.at("/request/nameServer").isNull()).isTrue();
    assertThat(moved.at("/request/port").isNull()).isTrue();
    assertThat(client.get("/v1/checks/" + id).json()).isEqualTo(moved.json());
  }

  @Test
  void namesEveryOffendingField() {
    client
        .put(
            path,
            "{\"request\":{\"query\":\"a b\",\"recordType\":\"MX\",\"port\":1},\"frequency\":0}")
        .isInvalid("/request/query", "/request/port", "/frequency");
    client.put(path, "{\"frequency\":0,\"frequencyOffset\":30}").isInvalid("/frequency");
    client.put(path, "{\"request\":null}").isInvalid("/request");
    client.put(path, "{\"maxResponseTime\":30000}").isInvalid("/maxResponseTime");
    assertThat(client.get("/v1/checks/" + id).at("/frequency").asInt()).isEqualTo(5);
  }

  @Test
  void aMonitorOfAnotherTypeIsNotFound() {
    client.put("/v1/checks/tcp/" + id, "{\"name\":\"x\"}").isNotFound();
    client.put("/v1/checks/url/" + id, "{\"name\":\"x\"}").isNotFound();
  }
}
