package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /v1/checks/tcp}. */
class CreateTcpMonitorIT {
  private static final String PATH = "/v1/checks/tcp";
  private static final String MAIL =
      "{\"name\":\"Mail\",\"request\":{\"hostname\":\"mail.example.com\",\"port\":25}%s}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void fillsTheDocumentedDefaults() {
    ApiReply reply =
        client.post(PATH, MAIL.formatted("")).hasStatus(201).matchesContract("createTcpMonitor");
    JsonNode monitor = reply.json();
    assertThat(monitor.get("checkType").asText()).isEqualTo("TCP");
    assertThat(monitor.get("frequency").asInt()).isEqualTo(10);
    assertThat(monitor.get("degradedResponseTime").asInt()).isEqualTo(4000);
    assertThat(monitor.get("maxResponseTime").asInt()).isEqualTo(5000);
    assertThat(monitor.get("request").properties())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "hostname=\"mail.example.com\"",
            "port=25",
            "data=null",
            "ipFamily=\"IPv4\"",
            "assertions=[]");
    ApiReply read = client.get("/v1/checks/" + reply.id()).hasStatus(200);
    assertThat(read.matchesContract("readCheck").json()).isEqualTo(monitor);
    assertThat(client.get("/v1/checks?checkType=TCP").matchesContract("listChecks").json())
        .containsExactly(monitor);
    assertThat(client.get("/v1/checks?checkType=URL").json()).isEmpty();
  }

  @Test
  void takesWhatTheRealClientsSend() {
    client
        .post(
            PATH + "?autoAssignAlerts=false",
            """
            {"id":"","checkType":"TCP","name":"sdk","groupId":null,"retryStrategy":null,
             "alertSettings":{"escalationType":"RUN_BASED","timeBasedEscalation":{}},
             "request":{"hostname":"::1","port":65535,"ipFamily":"IPv6","data":"PING\\r\\n",
             "assertions":[{"edit":false,"order":0,"source":"RESPONSE_DATA","comparison":"CONTAINS",
             "target":"PONG","property":"","regex":null},{"source":"RESPONSE_TIME",
             "comparison":"LESS_THAN","target":"1000","property":""}]}}""")
        .hasStatus(201)
        .matchesContract("createTcpMonitor");
  }

  @Test
  void isRunLikeAnyOtherInAGroupThatAllowsIt() {
    String free = client.post("/v2/check-groups", "{\"name\":\"Free\"}").hasStatus(201).id();
    String retrying =
        client
            .post(
                "/v2/check-groups",
                """
                {"name":"Retrying","retryStrategy":{"type":"FIXED","onlyOn":["NETWORK_ERROR"]}}""")
            .hasStatus(201)
            .id();
    client.post(PATH, MAIL.formatted(",\"groupId\":" + free)).hasStatus(201);
    client.post(PATH, MAIL.formatted(",\"groupId\":" + retrying)).isInvalid("/groupId");
  }

  @Test
  void namesEveryMissingAndOffendingField() {
    client.post(PATH, "{}").isInvalid("/name", "/request");
    client
        .post(PATH, "{\"name\":\"x\",\"request\":{}}")
        .isInvalid("/request/hostname", "/request/port");
    client
        .post(
            PATH,
            MAIL.formatted(
                ",\"retryStrategy\":{\"type\":\"FIXED\",\"onlyOn\":[\"NETWORK_ERROR\"]}"))
        .isInvalid("/retryStrategy/onlyOn");
    client
        .post(PATH, MAIL.formatted(",\"maxResponseTime\":5001,\"frequency\":7"))
        .isInvalid("/maxResponseTime", "/frequency");
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.com/, 80",
    "example.com:80, 80",
    "'two words', 80",
    "300.1.1.1, 80",
    "'', 80"
  })
  void takesAHostAndNothingElse(String hostname, int port) {
    client
        .post(
            PATH,
            "{\"name\":\"x\",\"request\":{\"hostname\":\"%s\",\"port\":%d}}"
                .formatted(hostname, port))
        .isInvalid("/request/hostname");
  }

  @ParameterizedTest
  @CsvSource({
    "RESPONSE_DATA, CONTAINS, '', '', '', target",
    "RESPONSE_DATA, EQUALS, a, '', '(', regex",
    "RESPONSE_DATA, EQUALS, a, '', '(?=a)', regex",
    "RESPONSE_DATA, EQUALS, a, '$[', '', property",
    "RESPONSE_TIME, LESS_THAN, soon, '', '', target",
    "RESPONSE_TIME, CONTAINS, 1, '', '', comparison",
    "STATUS_CODE, EQUALS, 200, '', '', source",
    "RESPONSE_TIME, LIKE, 1, '', '', comparison"
  })
  void refusesAssertionsThatCannotBeCompared(
      String source,
      String comparison,
      String target,
      String property,
      String regex,
      String offending) {
    client
        .post(
            PATH,
            """
            {"name":"x","request":{"hostname":"e.org","port":1,"assertions":[{"source":"%s",
             "comparison":"%s","target":"%s","property":"%s","regex":"%s"}]}}"""
                .formatted(source, comparison, target, property, regex))
        .isInvalid("/request/assertions/0/" + offending);
  }

  @Test
  void refusesAnybodyElse() {
    app.client().post(PATH, "{}").isUnauthorized();
    app.client().withKey(acme.readKey()).post(PATH, "{}").isForbidden();
  }
}
