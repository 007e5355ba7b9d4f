package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code POST} and {@code PUT} of API checks, at their own addresses and at those of older clients.
 */
class ApiCheckIT {
  private static final String PATH = "/v1/checks/api";
  private static final String SECRETS =
      """
      {"name":"Orders","request":{"url":"https://e.org/{{PATH}}",
        "headers":[{"key":"X-Plain","value":"seen"},{"key":"X-Locked","value":"hush","locked":true},
          {"key":"Authorization","value":"Bearer hush"}],
        "basicAuth":{"username":"me","password":"pass-1"}},
       "environmentVariables":[{"key":"PATH","value":"orders"},
         {"key":"TOKEN","value":"token-1","secret":true}]}""";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private static String check(String request) {
    return "{\"name\":\"Orders\",\"checkType\":\"API\",\"request\":{\"url\":\"https://e.org\"%s}}"
        .formatted(request);
  }

  @Test
  void fillsTheDocumentedDefaults() {
    ApiReply reply = client.post(PATH, check("")).hasStatus(201).matchesContract("createApiCheck");
    JsonNode check = reply.json();
    assertThat(check.get("checkType").asText()).isEqualTo("API");
    assertThat(check.get("degradedResponseTime").asInt()).isEqualTo(10_000);
    assertThat(check.get("maxResponseTime").asInt()).isEqualTo(20_000);
    assertThat(check.get("environmentVariables")).isEmpty();
    assertThat(check.get("request").properties())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder(
            "method=\"GET\"",
            "url=\"https://e.org\"",
            "followRedirects=true",
            "skipSSL=false",
            "ipFamily=\"IPv4\"",
            "headers=[]",
            "queryParameters=[]",
            "body=\"\"",
            "bodyType=\"NONE\"",
            "basicAuth=null",
            "assertions=[]");
    ApiReply read = client.get("/v1/checks/" + reply.id()).hasStatus(200);
    assertThat(read.matchesContract("readCheck").json()).isEqualTo(check);
  }

  @Test
  void takesWhatTheRealClientsSend() {
    String sdk =
        """
        {"id":"","name":"sdk","description":null,"checkType":"API","frequency":10,"activated":true,
         "muted":false,"shouldFail":false,"runParallel":false,"locations":[],
         "degradedResponseTime":5000,"maxResponseTime":10000,"environmentVariables":[],
         "sslCheckDomain":"","alertSettings":{"escalationType":"RUN_BASED"},"localSetupScript":"",
         "useGlobalAlertSettings":true,"privateLocations":[],"runtimeId":null,"groupId":null,
         "setupSnippetId":0,"heartbeat":{"period":0,"periodUnit":"","grace":0,"graceUnit":""},
         "request":{"method":"POST","url":"https://e.org","followRedirects":true,"skipSSL":false,
          "body":"{}","bodyType":"JSON","headers":[{"key":"X","value":"1","locked":false}],
          "queryParameters":[],"basicAuth":{"username":"","password":""},
          "assertions":[{"edit":false,"order":0,"arrayIndex":0,"arraySelector":0,
            "source":"JSON_BODY","property":"$.a","comparison":"EQUALS","target":"1"}]},
         "retryStrategy":null,"sslCheck":false,"doubleCheck":false}""";
    for (String path : new String[] {PATH, "/v1/checks"}) {
      String id = client.post(path + "?autoAssignAlerts=false", sdk).hasStatus(201).id();
      client
          .put("/v1/checks/" + id, sdk.replace("\"sdk\"", "\"other\""))
          .hasStatus(200)
          .matchesContract("updateCheck");
    }
  }

  @Test
  void showsNoSecretAndKeepsWhatAnUpdateLeavesOut() throws SQLException {
    ApiReply made = client.post(PATH, SECRETS).hasStatus(201).matchesContract("createApiCheck");
    String id = made.id();
    assertThat(made.text()).doesNotContain("pass-1").doesNotContain("token-1").contains("hush");
    ApiReply seen = client.withKey(acme.readKey()).get("/v1/checks/" + id).hasStatus(200);
    assertThat(seen.text()).doesNotContain("hush").contains("seen").contains("****");
    assertThat(client.withKey(acme.readKey()).get("/v1/audit-log").hasStatus(200).text())
        .doesNotContain("hush")
        .contains("seen");
    String stored = stored(id);
    assertThat(stored).doesNotContain("pass-1").doesNotContain("token-1");
    String kept = sealed(stored);

    client
        .put(
            PATH + "/" + id,
            """
            {"request":{"url":"https://e.org/new","basicAuth":{"username":"me","password":null}},
             "environmentVariables":[{"key":"TOKEN","value":null,"secret":true}]}""")
        .hasStatus(200)
        .matchesContract("updateApiCheck");
    assertThat(stored(id)).contains("https://e.org/new");
    assertThat(sealed(stored(id))).isEqualTo(kept);
    client
        .put(PATH + "/" + id, "{\"environmentVariables\":[{\"key\":\"NEW\",\"secret\":true}]}")
        .isInvalid("/environmentVariables/0/value");

    String audit = client.get("/v1/audit-log?resourceId=" + id).hasStatus(200).text();
    assertThat(audit).doesNotContain("pass-1").doesNotContain("token-1").contains("****");
    assertThat(audit).doesNotContain(kept.substring(0, kept.indexOf('|')));
  }

  private String stored(String id) throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement select =
            connection.prepareStatement("SELECT settings::text FROM checks WHERE id = ?::uuid")) {
      select.setString(1, id);
      try (ResultSet rows = select.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getString(1);
      }
    }
  }

  /** Password and value of the variable as they are stored. */
  private static String sealed(String settings) {
    JsonNode stored = JsonText.parse(settings);
    JsonNode variables = stored.get("environmentVariables");
    return stored.at("/request/basicAuth/password").asText()
        + "|"
        + variables.get(variables.size() - 1).get("value").asText();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"localSetupScript\":\"x\"; /localSetupScript",
        "\"localTearDownScript\":\"x\"; /localTearDownScript",
        "\"setupSnippetId\":7; /setupSnippetId",
        "\"tearDownSnippetId\":7; /tearDownSnippetId",
        "\"environmentVariables\":[{\"key\":\"A\"}]; /environmentVariables/0/value",
      })
  void refusesScriptsByNamingThem(String member, String pointer) {
    String body = "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"},%s}".formatted(member);
    client.post(PATH, body).isInvalid(pointer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"method\":\"TRACE\"; /request/method",
        "\"url\":\"ftp://e.org\"; /request/url",
        "\"url\":\"e.org/{{X}}\"; /request/url",
        "\"url\":\"https://e.org/{{#if\"; /request/url",
        "\"bodyType\":\"XML\"; /request/bodyType",
        "\"body\":\"{{> file}}\"; /request/body",
        "\"headers\":[{\"key\":\"Host\",\"value\":\"x\"}]; /request/headers/0/key",
        "\"headers\":[{\"key\":\"a b\",\"value\":\"x\"}]; /request/headers/0/key",
        "\"headers\":[{\"key\":\"a\",\"value\":\"x\\r\\ny\"}]; /request/headers/0/value",
        "\"assertions\":[{\"source\":\"DNS\",\"comparison\":\"EQUALS\"}]; /request/assertions/0/source",
        "\"assertions\":[{\"source\":\"JSON_BODY\",\"property\":\"$[\",\"comparison\":\"IS_NULL\"}];"
            + " /request/assertions/0/property",
        "\"assertions\":[{\"source\":\"TEXT_BODY\",\"property\":\"(\",\"comparison\":\"IS_NULL\"}];"
            + " /request/assertions/0/property",
        "\"assertions\":[{\"source\":\"STATUS_CODE\",\"comparison\":\"CONTAINS\",\"target\":\"2\"}];"
            + " /request/assertions/0/comparison",
      })
  void namesAnOffendingMemberOfTheRequest(String member, String pointer) {
    client
        .post(PATH, check("," + member).replace("\"url\":\"https://e.org\",\"url\"", "\"url\""))
        .isInvalid(pointer);
  }

  @Test
  void olderAddressesFindApiChecksAlone() {
    String url =
        client
            .post("/v1/checks/url", "{\"name\":\"u\",\"request\":{\"url\":\"https://e.org\"}}")
            .hasStatus(201)
            .id();
    client.put("/v1/checks/" + url, "{\"name\":\"v\"}").hasStatus(404);
    client.put(PATH + "/" + url, "{\"name\":\"v\"}").hasStatus(404);
    client.post("/v1/checks", check("").replace("API", "BROWSER")).isInvalid("/checkType");
  }
}
