package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/checks/icmp}. */
class CreateIcmpMonitorIT {
  private static final String PATH = "/v1/checks/icmp";
  private static final String ROUTER =
      "{\"name\":\"Router\",\"request\":{\"hostname\":\"router.example.com\"%s}%s}";

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  @Test
  void fillsTheDocumentedDefaults() {
    ApiReply reply =
        client
            .post(PATH, ROUTER.formatted("", ""))
            .hasStatus(201)
            .matchesContract("createIcmpMonitor");
    JsonNode monitor = reply.json();
    assertThat(monitor.get("checkType").asText()).isEqualTo("ICMP");
    assertThat(monitor.get("degradedPacketLossThreshold").toString()).isEqualTo("10");
    assertThat(monitor.get("maxPacketLossThreshold").toString()).isEqualTo("20");
    assertThat(monitor.has("maxResponseTime")).isFalse();
    assertThat(monitor.get("request").toString())
        .isEqualTo(
            "{\"hostname\":\"router.example.com\",\"ipFamily\":\"IPv4\",\"pingCount\":10,"
                + "\"assertions\":[]}");
    ApiReply read = client.get("/v1/checks/" + reply.id()).hasStatus(200);
    assertThat(read.matchesContract("readCheck").json()).isEqualTo(monitor);
    assertThat(client.get("/v1/checks?checkType=ICMP").matchesContract("listChecks").json())
        .containsExactly(monitor);
  }

  @Test
  void takesWhatTheRealClientsSend() {
    ApiReply reply =
        client
            .post(
                PATH + "?autoAssignAlerts=false",
                """
                {"id":"","checkType":"ICMP","name":"sdk","groupId":null,"retryStrategy":null,
                 "frequency":0,"frequencyOffset":20,"degradedPacketLossThreshold":5,
                 "maxPacketLossThreshold":50,"request":{"hostname":"203.0.113.7","ipFamily":"IPv6",
                 "pingCount":50,"assertions":[
                  {"source":"LATENCY","comparison":"LESS_THAN","target":"200","property":"avg"},
                  {"source":"JSON_RESPONSE","comparison":"GREATER_THAN","target":"8",
                   "property":"$.packetsReceived","regex":null}]}}""")
            .hasStatus(201)
            .matchesContract("createIcmpMonitor");
    assertThat(reply.at("/maxPacketLossThreshold").asInt()).isEqualTo(50);
    assertThat(reply.at("/request/assertions")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"maxPacketLossThreshold\":5', 5, 5",
    "'\"degradedPacketLossThreshold\":40', 40, 40",
    "'\"degradedPacketLossThreshold\":0,\"maxPacketLossThreshold\":100', 0, 100"
  })
  void aThresholdThatIsAbsentFollowsTheOther(String member, int degraded, int max) {
    ApiReply reply = client.post(PATH, ROUTER.formatted("", "," + member)).hasStatus(201);
    assertThat(reply.at("/degradedPacketLossThreshold").asInt()).isEqualTo(degraded);
    assertThat(reply.at("/maxPacketLossThreshold").asInt()).isEqualTo(max);
  }

  @Test
  void namesEveryMissingAndOffendingField() {
    client.post(PATH, "{}").isInvalid("/name", "/request");
    client.post(PATH, "{\"name\":\"x\",\"request\":{}}").isInvalid("/request/hostname");
    client
        .post(PATH, ROUTER.formatted(",\"pingCount\":51,\"ipFamily\":\"IPv5\"", ""))
        .isInvalid("/request/pingCount", "/request/ipFamily");
    client
        .post(
            PATH,
            ROUTER.formatted(
                "", ",\"maxPacketLossThreshold\":101,\"degradedPacketLossThreshold\":null"))
        .isInvalid("/maxPacketLossThreshold", "/degradedPacketLossThreshold");
    client
        .post(
            PATH,
            ROUTER.formatted(
                "", ",\"degradedPacketLossThreshold\":30,\"maxPacketLossThreshold\":20"))
        .isInvalid("/degradedPacketLossThreshold");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://example.com/", "example.com:443", "two words", "300.1.1.1"})
  void takesAHostAndNothingElse(String hostname) {
    client
        .post(PATH, "{\"name\":\"x\",\"request\":{\"hostname\":\"%s\"}}".formatted(hostname))
        .isInvalid("/request/hostname");
  }

  @ParameterizedTest
  @CsvSource({
    "LATENCY, LESS_THAN, 100, '', property",
    "LATENCY, LESS_THAN, 100, p95, property",
    "LATENCY, LESS_THAN, soon, avg, target",
    "LATENCY, CONTAINS, 1, avg, comparison",
    "JSON_RESPONSE, EQUALS, a, '$[', property",
    "RESPONSE_TIME, LESS_THAN, 1, '', source"
  })
  void refusesAssertionsThatCannotBeCompared(
      String source, String comparison, String target, String property, String offending) {
    client
        .post(
            PATH,
            ROUTER.formatted(
                ",\"assertions\":[{\"source\":\"%s\",\"comparison\":\"%s\",\"target\":\"%s\","
                        .formatted(source, comparison, target)
                    + "\"property\":\"%s\"}]".formatted(property),
                ""))
        .isInvalid("/request/assertions/0/" + offending);
  }
}
