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
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/checks/dns}. */
class CreateDnsMonitorIT {
  private static final String PATH = "/v1/checks/dns";
  private static final String MAIL =
      "{\"name\":\"Mail\",\"request\":{\"query\":\"example.com\",\"recordType\":\"MX\"}%s}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void fillsTheDocumentedDefaults() {
    ApiReply reply =
        client.post(PATH, MAIL.formatted("")).hasStatus(201).matchesContract("createDnsMonitor");
    JsonNode monitor = reply.json();
    assertThat(monitor.get("checkType").asText()).isEqualTo("DNS");
    assertThat(monitor.get("frequency").asInt()).isEqualTo(10);
    assertThat(monitor.get("degradedResponseTime").asInt()).isEqualTo(500);
    assertThat(monitor.get("maxResponseTime").asInt()).isEqualTo(1000);
    assertThat(monitor.get("request").properties())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "query=\"example.com\"",
            "recordType=\"MX\"",
            "nameServer=null",
            "port=null",
            "protocol=\"UDP\"",
            "assertions=[]");
    ApiReply read = client.get("/v1/checks/" + reply.id()).hasStatus(200);
    assertThat(read.matchesContract("readCheck").json()).isEqualTo(monitor);
    assertThat(client.get("/v1/checks?checkType=DNS").matchesContract("listChecks").json())
        .containsExactly(monitor);
    client.get("/v1/analytics/dns/" + reply.id()).hasStatus(200);
    client.get("/v1/analytics/tcp-checks/" + reply.id()).isNotFound();
  }

  @Test
  void takesWhatTheRealClientsSend() {
    client
        .post(
            PATH + "?autoAssignAlerts=false",
            """
            {"checkType":"DNS","name":"sdk","groupId":null,"retryStrategy":null,
             "request":{"recordType":"HTTPS","query":"example.com","nameServer":"8.8.4.4","port":53,
             "protocol":"TCP","assertions":[{"source":"RESPONSE_CODE","comparison":"EQUALS",
             "property":"","target":"NOERROR","regex":null},{"source":"TEXT_ANSWER",
             "comparison":"CONTAINS","property":"alpn=\\"([^\\"]*)\\"","target":"h3","regex":null},
             {"source":"JSON_ANSWER","comparison":"CONTAINS","property":"$.Answer[0].data",
             "target":"h3","regex":null},{"source":"RESPONSE_TIME","comparison":"LESS_THAN",
             "property":"","target":"1000","regex":null}]}}""")
        .hasStatus(201)
        .matchesContract("createDnsMonitor");
  }

  @Test
  void namesEveryMissingAndOffendingField() {
    client.post(PATH, "{}").isInvalid("/name", "/request");
    client
        .post(PATH, "{\"name\":\"x\",\"request\":{}}")
        .isInvalid("/request/query", "/request/recordType");
    client
        .post(
            PATH,
            MAIL.formatted(
                ",\"retryStrategy\":{\"type\":\"FIXED\",\"onlyOn\":[\"NETWORK_ERROR\"]}"))
        .isInvalid("/retryStrategy/onlyOn");
    client
        .post(PATH, MAIL.formatted(",\"maxResponseTime\":5001,\"degradedResponseTime\":5001"))
        .isInvalid("/maxResponseTime", "/degradedResponseTime");
    client
        .post(
            PATH,
            """
            {"name":"x","request":{"query":"a b","recordType":"PTR","nameServer":"dns://e.org",
             "port":0,"protocol":"QUIC"}}""")
        .isInvalid(
            "/request/query",
            "/request/recordType",
            "/request/nameServer",
            "/request/port",
            "/request/protocol");
  }

  @Test
  void runsOnceAMinuteAtMost() {
    ApiReply refused = client.post(PATH, MAIL.formatted(",\"frequency\":0,\"frequencyOffset\":10"));
    refused.isInvalid("/frequency");
    assertThat(refused.text()).contains("DNS checks do not support sub-minute runs");
    client.post(PATH, MAIL.formatted(",\"frequency\":1")).hasStatus(201);
    String group =
        client
            .post("/v2/check-groups", "{\"name\":\"Fast\",\"frequency\":\"EVERY_10S\"}")
            .hasStatus(201)
            .id();
    client.post(PATH, MAIL.formatted(",\"groupId\":" + group)).isInvalid("/groupId");
  }

  @Test
  void aPortGoesWithANameServer() {
    String request = "{\"name\":\"x\",\"request\":{\"query\":\"e.org\",\"recordType\":\"A\"%s}}";
    client.post(PATH, request.formatted(",\"port\":53")).isInvalid("/request/port");
    client.post(PATH, request.formatted(",\"nameServer\":\"::1\"")).hasStatus(201);
    client
        .post(PATH, request.formatted(",\"nameServer\":\"ns1.e.org\",\"port\":5353"))
        .hasStatus(201);
    client.post(PATH, request.formatted(",\"nameServer\":null,\"port\":null")).hasStatus(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com.",
        ".",
        "_sip._tcp.example.com",
        "*.example.com",
        "192.168.1.1",
        "bücher.example"
      })
  void takesAnyName(String query) {
    post(query).hasStatus(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://example.com", "a..b", ".a", "a b", "e.org:53", "straße.example", "a,b"})
  void refusesWhatIsNoName(String query) {
    post(query).isInvalid("/request/query");
  }

  private ApiReply post(String query) {
    return client.post(
        PATH,
        "{\"name\":\"x\",\"request\":{\"query\":\"%s\",\"recordType\":\"A\"}}".formatted(query));
  }

  @ParameterizedTest
  @CsvSource({
    "TEXT_ANSWER, CONTAINS, '', '', '', target",
    "TEXT_ANSWER, EQUALS, a, '', '(', regex",
    "TEXT_ANSWER, EQUALS, a, '(?=a)', '', property",
    "JSON_ANSWER, EQUALS, a, '$[', '', property",
    "RESPONSE_TIME, LESS_THAN, soon, '', '', target",
    "RESPONSE_TIME, CONTAINS, 1, '', '', comparison",
    "RESPONSE_DATA, EQUALS, 1, '', '', source",
    "RESPONSE_CODE, LIKE, a, '', '', comparison"
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
            {"name":"x","request":{"query":"e.org","recordType":"A","assertions":[{"source":"%s",
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
