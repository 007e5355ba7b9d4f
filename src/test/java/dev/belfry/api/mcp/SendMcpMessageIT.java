package dev.belfry.api.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.auth.Role;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.People;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.CheckSamples;
import dev.belfry.testing.Fixtures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SendMcpMessageIT {
  private static final TestApp APP = TestApp.shared();
  private static final String WRITE = "/mcp?tools=write";

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);

  private static String message(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":%s}"
        .formatted(method, params);
  }

  private static JsonNode ask(ApiClient client, String path, String method, String params) {
    ApiReply reply =
        client.post(path, message(method, params)).hasStatus(200).matchesContract("sendMcpMessage");
    assertThat(reply.at("/id").asInt()).isEqualTo(7);
    return reply.json();
  }

  private static JsonNode call(ApiClient client, String path, String tool, JsonNode arguments) {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", tool);
    params.set("arguments", arguments);
    return ask(client, path, "tools/call", params.toString()).path("result");
  }

  private JsonNode call(String tool, String arguments) {
    return call(client, "/mcp", tool, JsonText.parse(arguments));
  }

  private static String text(JsonNode result) {
    return result.at("/content/0/text").asText();
  }

  private List<String> tools(ApiClient asking, String path) {
    return ask(asking, path, "tools/list", "{}").at("/result/tools").findValuesAsText("name");
  }

  @Test
  void agreesOnAVersion() {
    for (Map.Entry<String, String> wanted :
        Map.of("2025-06-18", "2025-06-18", "2025-11-25", "2025-11-25", "1999-01-01", "2025-11-25")
            .entrySet()) {
      JsonNode result =
          ask(client, "/mcp", "initialize", "{\"protocolVersion\":\"" + wanted.getKey() + "\"}")
              .path("result");
      assertThat(result.path("protocolVersion").asText()).isEqualTo(wanted.getValue());
      assertThat(result.at("/capabilities/tools").isObject()).isTrue();
      assertThat(result.at("/serverInfo/name").asText()).isEqualTo("belfry");
    }
    client
        .with("MCP-Protocol-Version", "1999-01-01")
        .post("/mcp", message("ping", "{}"))
        .isInvalid("/mcp-protocol-version");
  }

  @Test
  void answersPingsAndTakesNotifications() {
    assertThat(ask(client, "/mcp", "ping", "{}").path("result")).isEmpty();
    ApiReply accepted =
        client
            .post("/mcp", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
            .hasStatus(202)
            .matchesContract("sendMcpMessage");
    assertThat(accepted.text()).isEmpty();
  }

  @Test
  void refusesWhatIsNoMessage() {
    client
        .post("/mcp", "{\"jsonrpc\":\"1.0\",\"id\":null}")
        .isInvalid("/jsonrpc", "/id", "/method");
    client.post("/mcp", "[]").hasStatus(400);
    client.get("/mcp").hasStatus(405);
    client.delete("/mcp").hasStatus(405);
    APP.client().post("/mcp", message("tools/list", "{}")).isUnauthorized();
    assertThat(ask(client, "/mcp", "resources/list", "{}").at("/error/code").asInt())
        .isEqualTo(-32_601);
    assertThat(ask(client, "/mcp", "tools/call", "{\"name\":\"rm\"}").at("/error/code").asInt())
        .isEqualTo(-32_602);
    assertThat(
            ask(client, "/mcp", "tools/call", "{\"name\":\"listChecks\",\"arguments\":[]}")
                .at("/error/message")
                .asText())
        .isEqualTo("arguments must be an object");
    client.post("/mcp?tools=all", message("ping", "{}")).isInvalid("/tools");
    client.post("/mcp?tags=Nothing", message("tools/list", "{}")).isInvalid("/tags");
  }

  @Test
  void offersWhatTheRoleOfAPersonAllows() {
    People people = new People(APP);
    ApiClient viewer = people.join(acme, Role.VIEWER).client();
    ApiClient responder = people.join(acme, Role.RESPONDER).client();
    assertThat(tools(viewer, "/mcp")).contains("listChecks").doesNotContain("listAuditLog");
    assertThat(tools(responder, WRITE))
        .contains("createIncident")
        .doesNotContain("createCheckGroup", "listAuditLog");
    for (String tool : List.of("listAuditLog", "createIncident")) {
      JsonNode refused = call(viewer, WRITE, tool, JsonText.parse("{}"));
      assertThat(refused.path("isError").asBoolean()).as(tool).isTrue();
      assertThat(text(refused)).as(tool).contains("Forbidden");
    }
  }

  @Test
  void refusesPagesOfOtherSites() {
    client
        .with("Origin", "https://evil.example.org")
        .post("/mcp", message("ping", "{}"))
        .isForbidden();
    client.with("Origin", "http://127.0.0.1").post("/mcp", message("ping", "{}")).isForbidden();
  }

  @Test
  void offersWhatReadsUnlessAskedForMore() {
    assertThat(tools(client, "/mcp"))
        .contains("readCheck", "previewAlerts", "listCheckResults")
        .doesNotContain("updateUrlMonitor", "deleteCheck");
    assertThat(tools(client, WRITE)).contains("readCheck", "updateUrlMonitor", "deleteCheck");
    assertThat(tools(APP.client().withKey(acme.readKey()), WRITE)).doesNotContain("deleteCheck");
    assertThat(tools(client, "/mcp?tags=Alerts&tags=Audit%20log"))
        .contains("listAlerts", "listAuditLog")
        .doesNotContain("readCheck");
  }

  @Test
  void eachToolThatReadsAnswersAsItsOperation() {
    Fixtures owned = Fixtures.create(client, acme.account());
    ToolCatalog catalog = ToolCatalog.of(Contract.load());
    int compared = 0;
    for (Tool tool : catalog.all()) {
      if (!tool.operation().method().equals("GET") || tool.name().startsWith("await")) {
        continue;
      }
      String template = tool.operation().path();
      String address = owned.address(template);
      ObjectNode arguments = JsonNodeFactory.instance.objectNode();
      String[] names = template.split("/", -1);
      String[] values = address.split("/", -1);
      for (int i = 0; i < names.length; i++) {
        if (names[i].startsWith("{")) {
          arguments.put(names[i].substring(1, names[i].length() - 1), values[i]);
        }
      }
      ApiReply direct = APP.client().withKey(acme.readKey()).get(address);
      JsonNode result = call(client, "/mcp", tool.name(), arguments);
      assertThat(result.path("isError").asBoolean())
          .as(tool.name())
          .isEqualTo(direct.status() >= 400);
      if (!tool.operation().tagging().volatileMembers().isEmpty() || direct.status() >= 400) {
        continue;
      }
      assertThat(text(result).replaceAll("\"(to|computedAt|at)\":[^,}]*", ""))
          .as(tool.name())
          .isEqualTo(direct.text().replaceAll("\"(to|computedAt|at)\":[^,}]*", ""));
      compared++;
    }
    assertThat(compared).isGreaterThan(50);
  }

  @Test
  void hidesCredentialsUnlessItMayWrite() {
    String url = "https://ada:secret-of-the-channel@hooks.example.org/";
    client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"R\",\"url\":\"" + url + "\"}}")
        .hasStatus(201);
    assertThat(text(call("listAlertChannels", "{}"))).contains("WEBHOOK").doesNotContain(url);
    assertThat(text(call(client, WRITE, "listAlertChannels", JsonText.parse("{}")))).contains(url);
  }

  @Test
  void writesOnceUnderTheKeyAndTheAuditLogSaysSo() {
    JsonNode body = JsonText.parse(CheckSamples.body(CheckType.URL, "Made by a tool"));
    ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    arguments.set("body", body);
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", "createUrlMonitor");
    params.set("arguments", arguments);
    assertThat(ask(client, "/mcp", "tools/call", params.toString()).at("/error/message").asText())
        .contains("/mcp?tools=write");

    ApiClient keyed = client.with("Idempotency-Key", "once");
    String first =
        keyed.post(WRITE, message("tools/call", params.toString())).hasStatus(200).text();
    String again =
        keyed.post(WRITE, message("tools/call", params.toString())).hasStatus(200).text();
    assertThat(again).isEqualTo(first);
    assertThat(client.get("/v1/checks").json()).hasSize(1);
    JsonNode made = JsonText.parse(text(JsonText.parse(first).path("result")));
    assertThat(made.path("name").asText()).isEqualTo("Made by a tool");

    JsonNode changed =
        JsonText.parse(
            "{\"id\":\"%s\",\"body\":{\"name\":\"Changed\"}}".formatted(made.path("id").asText()));
    assertThat(text(call(client, WRITE, "updateUrlMonitor", changed))).contains("\"Changed\"");
    ApiReply log = client.get("/v1/audit-log?actor=" + acme.keyId());
    assertThat(log.hasStatus(200).text()).contains("Changed", "Made by a tool");

    JsonNode refused =
        call(APP.client().withKey(acme.readKey()), WRITE, "updateUrlMonitor", changed);
    assertThat(refused.path("isError").asBoolean()).isTrue();
    assertThat(JsonText.parse(text(refused)).path("statusCode").asInt()).isEqualTo(403);
    assertThat(
            call(
                    client,
                    WRITE,
                    "deleteCheck",
                    JsonText.parse("{\"id\":\"" + made.path("id").asText() + "\"}"))
                .path("isError")
                .asBoolean())
        .isFalse();
    assertThat(client.get("/v1/checks").json()).isEmpty();
  }

  @Test
  void namesWhatIsWrongWithArguments() {
    JsonNode refused = call("listChecks", "{\"limit\":1000,\"page\":\"x\"}");
    assertThat(refused.path("isError").asBoolean()).isTrue();
    assertThat(text(refused)).contains("limit", "page").contains("\"statusCode\":400");
    assertThat(text(call("listChecks", "{\"nmae\":1}"))).contains("nmae is no argument; there are");
    assertThat(text(call("readCheck", "{}"))).contains("id is required");
    JsonNode other = call("readCheck", "{\"id\":\"019cad93-2e60-7a31-8c52-6f0d1b7e4a90\"}");
    assertThat(JsonText.parse(text(other)).path("statusCode").asInt()).isEqualTo(404);
  }

  @Test
  void cutsLongAnswersToWholeEntries() {
    String words = "x".repeat(20_000);
    for (int i = 0; i < 4; i++) {
      client
          .post("/v1/variables", "{\"key\":\"LONG_%d\",\"value\":\"%s\"}".formatted(i, words))
          .hasStatus(201);
    }
    JsonNode result = call("listVariables", "{\"limit\":100}");
    JsonNode kept = JsonText.parse("{\"list\":" + text(result) + "}").path("list");
    assertThat(kept.size()).isBetween(1, 3);
    assertThat(result.at("/content/1/text").asText()).contains("cut", "smaller limit");
  }
}
