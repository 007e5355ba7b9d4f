package dev.belfry.projects.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.http.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class GatusTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String CONFIGURATION =
      """
      metrics: true
      security:
        basic: {username: admin, password-bcrypt-base64: S3CRET}
      ui: {title: Health}
      alerting:
        slack:
          webhook-url: "https://hooks.example.com/${SLACK}"
          default-alert: {failure-threshold: 2, send-on-resolved: true, description: hello}
        email: {from: a@example.org, host: mail, port: 587, password: S3CRET, to: "x@example.org,y@example.org"}
        discord: {webhook-url: "https://discord.example.com/S3CRET"}
      maintenance: {start: "23:00", duration: 1h, timezone: Europe/Berlin, every: [Monday, Thursday]}
      endpoints:
        - name: Home page
          group: Core
          url: "https://example.org/$PATH_"
          interval: 90s
          conditions: ["[STATUS] == 200", "[RESPONSE_TIME] < 300", "[BODY].status == UP", "[CERTIFICATE_EXPIRATION] > 48h"]
          headers: {Authorization: S3CRET}
          client: {insecure: true, timeout: 5s, oauth2: {client-secret: S3CRET}}
          extra-labels: {team: web}
          ui: {hide-url: true}
          alerts:
            - type: slack
            - {type: email, failure-threshold: 7, enabled: false, description: x}
            - type: discord
          maintenance-windows: [{start: "01:00", duration: 30m}]
        - {name: Any, url: "http://example.com", conditions: ["[CONNECTED] == true"]}
        - name: Mail
          url: "tcp://mail.example.com:25"
          body: "QUIT"
          client: {timeout: 3s, insecure: true}
          conditions: ["[CONNECTED] == true", "[RESPONSE_TIME] < 6s", "[BODY] == pat(220*)"]
        - {name: Ping, url: "icmp://example.com", conditions: ["[CONNECTED] == true"]}
      external-endpoints: [{name: cron, token: S3CRET}]
      """;

  static JsonNode yaml(String text) {
    return MAPPER.valueToTree(new Yaml().<Object>load(text));
  }

  private static ImportResult of(String endpoint) throws JsonProcessingException {
    return Gatus.read(
        MAPPER.readTree(
            "{\"endpoints\":[{\"name\":\"m\",\"url\":\"https://e.org\","
                + endpoint.replace('\'', '"')
                + "}]}"));
  }

  private final ImportResult moved = Gatus.read(yaml(CONFIGURATION));

  private static List<String> notes(ImportResult moved) {
    return moved.notes().stream().map(ImportNote::toString).toList();
  }

  @Test
  void anEndpointIsAMonitor() {
    assertThat(JsonText.parse(moved.file().at("/groups/0/monitors/0").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"home-page","name":"Home page","request":{"url":"https://example.org/${PATH_}",
                  "assertions":[{"source":"STATUS_CODE","comparison":"EQUALS","target":"200"},
                    {"source":"JSON_BODY","property":"$.status","comparison":"EQUALS","target":"UP"}],
                  "method":"GET","headers":[{"key":"Authorization","value":"S3CRET"}],
                  "skipSSL":true},
                 "checkType":"API","frequency":"EVERY_1M","tags":["team:web","maintenance:home-page"],
                 "degradedResponseTime":null,"maxResponseTime":300,
                 "alertChannels":["slack",{"id":"email","activated":false},
                   {"id":"email-2","activated":false}],
                 "alertEscalationPolicy":{"escalationType":"RUN_BASED",
                   "runBasedEscalation":{"failedRunThreshold":2}}}"""));
    assertThat(moved.file().at("/monitors/0/request/assertions/0/comparison").asText())
        .as("without a condition on it any status code is good")
        .isEqualTo("GREATER_THAN");
  }

  @Test
  void aTcpAddressIsATcpMonitor() {
    assertThat(JsonText.parse(moved.file().at("/monitors/1").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"mail","name":"Mail","checkType":"TCP",
                 "request":{"hostname":"mail.example.com","port":25,"data":"QUIT","assertions":[
                   {"source":"RESPONSE_DATA","regex":"(?s)^220.*$","comparison":"NOT_NULL",
                    "target":""}]},
                 "frequency":"EVERY_1M","degradedResponseTime":null,"maxResponseTime":3000}"""));
    assertThat(notes(moved))
        .noneMatch(note -> note.contains("insecure") || note.contains("[BODY]"));
  }

  @ParameterizedTest
  @CsvSource({
    "8.8.8.8, 8.8.8.8,",
    "8.8.8.8:5353, 8.8.8.8, 5353",
    "ns.example.org:53, ns.example.org, 53",
    "2001:4860:4860::8888, 2001:4860:4860::8888,"
  })
  void aNameServerIsADnsMonitor(String url, String server, @Nullable Integer port) {
    ImportResult result =
        Gatus.read(
            yaml(
                """
                endpoints:
                  - name: m
                    url: "%s"
                    interval: 30s
                    dns: {query-name: example.com, query-type: MX}
                    conditions: ["[DNS_RCODE] == NOERROR", "[RESPONSE_TIME] < 2s", "[STATUS] == 200"]
                """
                    .formatted(url)));
    assertThat(JsonText.parse(result.file().at("/monitors/0").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"m","name":"m","checkType":"DNS","request":{"query":"example.com",
                  "recordType":"MX","nameServer":"%s"%s,"assertions":[
                   {"source":"RESPONSE_CODE","comparison":"EQUALS","target":"NOERROR"}]},
                 "frequency":"EVERY_1M","degradedResponseTime":null,"maxResponseTime":2000}"""
                    .formatted(server, port == null ? "" : ",\"port\":" + port)));
    assertThat(notes(result))
        .containsExactlyInAnyOrder(
            "endpoints[0] \"m\": conditions ([STATUS] == 200): has no counterpart",
            "endpoints[0] \"m\": interval (30s): is EVERY_1M here");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp://e.org", "tcp://e.org:0", "tcp://e.org:99999", "tcp://a b:1"})
  void aTcpAddressNeedsAHostAndAPort(String url) {
    ImportResult result = Gatus.read(yaml("endpoints: [{name: m, url: \"%s\"}]".formatted(url)));
    assertThat(result.file().path("monitors")).isEmpty();
    assertThat(notes(result)).anyMatch(note -> note.contains("the endpoint is left out"));
  }

  @Test
  void channelsAndMaintenanceAreMade() {
    assertThat(moved.file().path("channels").findValuesAsText("id"))
        .containsExactly("slack", "email", "email-2");
    assertThat(moved.file().at("/channels/0"))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"slack","type":"SLACK","config":{"url":"https://hooks.example.com/${SLACK}"},
                 "sendRecovery":true}"""));
    assertThat(moved.file().path("maintenance").findValuesAsText("startsAt"))
        .containsExactly("2026-01-05T01:00:00Z", "2026-01-05T22:00:00Z", "2026-01-08T22:00:00Z");
    assertThat(moved.file().at("/maintenance/1"))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"maintenance-on-monday","name":"Maintenance on monday",
                 "startsAt":"2026-01-05T22:00:00Z","endsAt":"2026-01-05T23:00:00Z",
                 "repeatUnit":"WEEK","repeatInterval":1,"timezone":"Europe/Berlin",
                 "silenceAllAlerts":true}"""));
  }

  @Test
  void whatHasNoCounterpartIsNoted() {
    String home = "endpoints[0] \"Home page\"";

    assertThat(notes(moved))
        .contains(
            home + ": interval (90s): is EVERY_1M here",
            home
                + ": conditions ([CERTIFICATE_EXPIRATION] > 48h): is said by channels here: set"
                + " sslExpiry on the channel",
            home + " client: oauth2 (not shown): has no counterpart",
            home + " alerts[1]: description (x): messages look as ours do",
            home + " alerts[2]: type (discord): the alert is left out: its channel is",
            "external-endpoints (1 item): has no counterpart")
        .anyMatch(note -> note.startsWith("alerting discord: discord"))
        .noneMatch(note -> note.startsWith("endpoints[3] \"Ping\""))
        .anyMatch(note -> note.startsWith("security ("))
        .noneMatch(note -> note.contains("S3CRET") || note.contains("hide-url"));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "[STATUS] == 200 | EQUALS 200",
        "200 == [STATUS] | EQUALS 200",
        "[status] != 500 | NOT_EQUALS 500",
        "[STATUS] < 300 | LESS_THAN 300",
        "[STATUS] <= 299 | LESS_THAN 300",
        "299 >= [STATUS] | LESS_THAN 300",
        "[STATUS] > 199 | GREATER_THAN 199",
        "[STATUS] >= 200 | GREATER_THAN 199",
        "[STATUS] == any(200, 201) | GREATER_THAN 199, LESS_THAN 202",
        "[STATUS] == pat(2*) | GREATER_THAN 199, LESS_THAN 300",
        "[STATUS] != any(500, 503) | NOT_EQUALS 500, NOT_EQUALS 503",
        "[STATUS] != pat(5*) | LESS_THAN 500",
      })
  void conditionsOnTheStatusBecomeAssertions(String condition, String assertions)
      throws JsonProcessingException {
    ImportResult moved = of("'conditions':['" + condition + "']");
    List<String> made = new ArrayList<>();
    moved
        .file()
        .at("/monitors/0/request/assertions")
        .forEach(
            one -> made.add(one.path("comparison").asText() + " " + one.path("target").asText()));

    assertThat(String.join(", ", made)).isEqualTo(assertions);
    assertThat(notes(moved)).isEmpty();
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      value = {
        "[RESPONSE_TIME] < 300 | 300",
        "[RESPONSE_TIME] <= 300 | 301",
        "[RESPONSE_TIME] < 1.5s | 1500",
        "[RESPONSE_TIME] < 31s | 10000",
        "[RESPONSE_TIME] > 1 | 10000",
      })
  void responseTimesBecomeLimits(String condition, long limit) throws JsonProcessingException {
    assertThat(of("'conditions':['" + condition + "']").file().at("/monitors/0/maxResponseTime"))
        .hasToString(Long.toString(limit));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "$A, ${A}",
    "${A}, ${A}",
    "x$$y, x$y",
    "$${A}, $${A}",
    "$, $",
    "5$, 5$",
    "$$A, $A",
    "$A$B, ${A}${B}"
  })
  void variablesAreWrittenAsOurs(String theirs, String ours) {
    assertThat(Gatus.variables(theirs)).isEqualTo(ours);
  }

  @ParameterizedTest(name = "{0} is {1} ms")
  @CsvSource({"1h30m, 5400000", "500ms, 500", "1.5s, 1500", "90s, 90000", "x, -1", "5, -1"})
  void durationsAreRead(String text, long millis) {
    assertThat(GatusTime.millis(text).orElse(-1)).isEqualTo(millis);
  }

  @Test
  void monitorsAndChannelsAreValidBodies() {
    UptimeKumaTest.Bodies.assertValid(moved.file());
  }
}
