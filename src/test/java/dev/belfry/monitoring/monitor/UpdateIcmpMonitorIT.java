package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/checks/icmp/{id}}. */
class UpdateIcmpMonitorIT {
  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());
  private final String id =
      client
          .post(
              "/v1/checks/icmp",
              """
              {"name":"Router","degradedPacketLossThreshold":30,"maxPacketLossThreshold":60,
               "request":{"hostname":"router.example.com","pingCount":3}}""")
          .hasStatus(201)
          .id();
  private final String path = "/v1/checks/icmp/" + id;

  @Test
  void keepsWhatIsAbsentAndReplacesTheRequestWhole() {
    ApiReply renamed =
        client
            .put(path, "{\"name\":\"Gateway\"}")
            .hasStatus(200)
            .matchesContract("updateIcmpMonitor");
    assertThat(renamed.at("/name").asText()).isEqualTo("Gateway");
    assertThat(renamed.at("/request/pingCount").asInt()).isEqualTo(3);
    assertThat(renamed.at("/maxPacketLossThreshold").asInt()).isEqualTo(60);
    ApiReply moved = client.put(path, "{\"request\":{\"hostname\":\"e.org\"}}").hasStatus(200);
    assertThat(moved.at("/request/pingCount").asInt()).isEqualTo(10);
    assertThat(client.get("/v1/checks/" + id).json()).isEqualTo(moved.json());
  }

  @Test
  void aThresholdThatIsAbsentFollowsTheOther() {
    ApiReply lowered = client.put(path, "{\"maxPacketLossThreshold\":20}").hasStatus(200);
    assertThat(lowered.at("/degradedPacketLossThreshold").asInt()).isEqualTo(20);
    client
        .put(path, "{\"degradedPacketLossThreshold\":2,\"maxPacketLossThreshold\":1}")
        .isInvalid("/degradedPacketLossThreshold");
  }

  @Test
  void aMonitorOfAnotherTypeIsNotFound() {
    String tcp =
        client
            .post(
                "/v1/checks/tcp",
                "{\"name\":\"Port\",\"request\":{\"hostname\":\"e.org\",\"port\":443}}")
            .hasStatus(201)
            .id();
    client.put("/v1/checks/icmp/" + tcp, "{\"name\":\"x\"}").isNotFound();
    client.put("/v1/checks/tcp/" + id, "{\"name\":\"x\"}").isNotFound();
  }
}
