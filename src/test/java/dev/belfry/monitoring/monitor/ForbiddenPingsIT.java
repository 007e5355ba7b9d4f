package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A service whose system lets it send no pings. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForbiddenPingsIT {
  private static final String ROUTER =
      "{\"name\":\"Router\",\"request\":{\"hostname\":\"router.example.com\"}%s}";
  private static final String WHY =
      "must be false: ICMP monitors cannot be run, since the system lets no running instance send"
          + " pings (sysctl net.ipv4.ping_group_range)";

  private final TestApp app = TestApp.startWithoutPings(Map.of());
  private final ApiClient client = app.as(app.newTenant());

  @AfterAll
  void stop() {
    app.close();
  }

  @Test
  void refusesMonitorsThatWouldPing() {
    assertThat(
            client
                .post("/v1/checks/icmp", ROUTER.formatted(""))
                .isInvalid("/activated")
                .at("/message")
                .asText())
        .contains(WHY);
    assertThat(client.get("/v1/checks?checkType=ICMP").json()).isEmpty();
  }

  @Test
  void aPausedMonitorCanBeStoredButNotStarted() {
    String id =
        client
            .post("/v1/checks/icmp", ROUTER.formatted(",\"activated\":false"))
            .hasStatus(201)
            .id();
    client.put("/v1/checks/icmp/" + id, "{\"activated\":true}").isInvalid("/activated");
    client.put("/v1/checks/icmp/" + id, "{\"name\":\"x\"}").isInvalid("/activated");
    client.put("/v1/checks/icmp/" + id, "{\"name\":\"x\",\"activated\":false}").hasStatus(200);
    client.delete("/v1/checks/" + id).hasStatus(204);
  }

  @Test
  void aDeployNamesTheMonitorAndTheReason() {
    String message =
        client
            .post(
                "/v1/projects/deploy",
                """
                {"project":{"logicalId":"p","name":"P"},"resources":[
                 {"type":"check","logicalId":"router","payload":{"name":"Router",
                  "checkType":"ICMP","request":{"hostname":"router.example.com"}}}]}""")
            .hasStatus(400)
            .at("/message")
            .asText();
    assertThat(message).contains("router", WHY);
  }

  @Test
  void aTestSaysThatThisInstanceSendsNone() {
    assertThat(
            client
                .post("/v1/check-tests/icmp", "{\"request\":{\"hostname\":\"127.0.0.1\"}}")
                .hasStatus(409)
                .at("/message")
                .asText())
        .contains("This instance");
  }

  @Test
  void theEntitlementSaysSo() {
    JsonNode entries = client.get("/v1/accounts/me/entitlements").at("/entitlements");
    assertThat(entries)
        .filteredOn(entry -> entry.path("key").asText().equals("ICMP_MONITORS"))
        .singleElement()
        .matches(entry -> !entry.path("enabled").asBoolean());
  }
}
