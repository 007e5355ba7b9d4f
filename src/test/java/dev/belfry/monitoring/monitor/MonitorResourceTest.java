package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.testing.ResourceReader;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MonitorResourceTest {
  private final MonitorResource resource =
      new MonitorResource(
          new Subscriptions(),
          new PrivateLocationLookup(),
          () -> Future.succeededFuture(List.of()),
          Sealer.of(List.of("of a test, long enough to be one")),
          new Ids(InstantSource.system()));
  private final ResourceReader reader = new ResourceReader(resource);

  private static String payload(String members) {
    return "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.com/\"}" + members + "}";
  }

  @Test
  void knowsWhatItRefersTo() {
    assertThat(resource.type()).isEqualTo(ResourceType.CHECK);
    assertThat(resource.references())
        .containsEntry("/groupId", ResourceType.CHECK_GROUP)
        .containsEntry("/triggerIncident/serviceId", ResourceType.SERVICE)
        .containsEntry("/dependsOn/*/checkId", ResourceType.CHECK)
        .containsEntry("/dependsOn/*/groupId", ResourceType.CHECK_GROUP)
        .hasSize(4);
  }

  @Test
  void fillsInEveryDefault() {
    ObjectNode document = reader.document(payload(""));
    assertThat(document.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "checkType",
            "name",
            "description",
            "activated",
            "muted",
            "shouldFail",
            "doubleCheck",
            "locations",
            "privateLocations",
            "tags",
            "groupId",
            "groupOrder",
            "runtimeId",
            "frequency",
            "frequencyOffset",
            "degradedResponseTime",
            "maxResponseTime",
            "runParallel",
            "useGlobalAlertSettings",
            "alertSettings",
            "retryStrategy",
            "triggerIncident",
            "request");
    assertThat(document.get("frequency").intValue()).isEqualTo(10);
    assertThat(document.get("frequencyOffset").isNull()).isTrue();
    assertThat(document.get("groupId").isNull()).isTrue();
    assertThat(document.at("/request/method").textValue()).isEqualTo("GET");
  }

  @Test
  void leavesOutWhatIsOfOtherResourcesOrUnknown() {
    assertThat(
            reader.document(
                payload(",\"checkType\":\"URL\",\"alertChannelSubscriptions\":\"?\",\"intent\":1")))
        .isEqualTo(reader.document(payload(",\"checkType\":null")));
  }

  @Test
  void writesValuesAsTheyAreStored() {
    ObjectNode document =
        reader.document(
            payload(
                ",\"groupId\":7,\"retryStrategy\":{\"type\":\"FIXED\",\"onlyOn\":\"NETWORK_ERROR\"}"));
    assertThat(document.get("groupId").longValue()).isEqualTo(7);
    assertThat(document.at("/retryStrategy/onlyOn/0").textValue()).isEqualTo("NETWORK_ERROR");
    ResourceReader.assertSame(
        MonitorCodec.document("URL", MonitorCodec.settings(document), 7L), document);
    assertThat(MonitorCodec.settings(document))
        .doesNotContain("groupId", "frequencyOffset", "checkType");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GRPC", "BROWSER", "MULTI_STEP", "PLAYWRIGHT", "TRACEROUTE", "AGENTIC"})
  void refusesOtherTypesAndSaysNothingElse(String type) {
    assertThat(reader.violations("{\"checkType\":\"" + type + "\",\"frequency\":7}"))
        .containsExactly(
            new Violation(
                "/checkType",
                type
                    + " checks are not run by this service; it runs those with a checkType of URL,"
                    + " API, TCP, DNS, ICMP, SSL, HEARTBEAT"));
  }

  @Test
  void readsATcpMonitorByItsOwnSchema() {
    ObjectNode document =
        reader.document(
            """
            {"name":"Mail","checkType":"TCP","request":{"hostname":"mail.e.org","port":25}}""");
    assertThat(document.get("checkType").textValue()).isEqualTo("TCP");
    assertThat(document.get("degradedResponseTime").asInt()).isEqualTo(4000);
    assertThat(document.get("maxResponseTime").asInt()).isEqualTo(5000);
    assertThat(document.at("/request/ipFamily").textValue()).isEqualTo("IPv4");
    assertThat(
            reader.paths(
                """
                {"name":"Mail","checkType":"TCP","maxResponseTime":5001,"request":{"hostname":
                 "http://mail.e.org","port":0,"assertions":[{"source":"STATUS_CODE",
                 "comparison":"EQUALS","target":"200"}]}}"""))
        .containsExactlyInAnyOrder(
            "/maxResponseTime",
            "/request/hostname",
            "/request/port",
            "/request/assertions/0/source");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "{}", "\"\"", "\"a b\\n\""})
  void refusesWhatIsNoType(String type) {
    assertThat(reader.violations("{\"checkType\":" + type + "}"))
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.path()).isEqualTo("/checkType");
              assertThat(violation.message()).startsWith("checks of this type are not run");
            });
  }

  @Test
  void namesEveryFieldThatIsWrong() {
    assertThat(
            reader.paths(
                """
                {"name":"","frequency":7,"request":{"url":"gopher"},"locations":["mars"],
                 "degradedResponseTime":6000,"maxResponseTime":5000}"""))
        .containsExactlyInAnyOrder(
            "/name", "/frequency", "/request/url", "/locations/0", "/degradedResponseTime");
    assertThat(reader.paths(payload(",\"frequency\":0"))).containsExactly("/frequencyOffset");
  }

  @Test
  void aDegradedTimeThatIsNotGivenFollowsTheMaximum() {
    ObjectNode followed = reader.document(payload(",\"maxResponseTime\":2000"));
    assertThat(followed.get("degradedResponseTime").asInt()).isEqualTo(2000);
    assertThat(reader.document(payload("")).get("degradedResponseTime").asInt()).isEqualTo(3000);
  }

  @Test
  void hasNothingToMask() {
    ObjectNode document = reader.document(payload(""));
    assertThat(resource.masked(document)).isEqualTo(document).isNotSameAs(document);
  }
}
