package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.engine.run.EngineFixture.Stored;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ClockWait;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** API checks from the API to their results, against a server that sends back what it got. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class ApiCheckRunsIT {
  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private final EngineFixture fixture = new EngineFixture(app);
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer echo =
      vertx.createHttpServer().requestHandler(this::echo).listen(0, "127.0.0.1").await();

  /** Answers with the request as JSON, and the status in the path. */
  private void echo(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              ObjectNode seen = JsonText.parse("{}");
              seen.put("method", request.method().name());
              seen.put("uri", request.uri());
              seen.put("body", body.toString());
              ObjectNode headers = seen.putObject("headers");
              request.headers().forEach(one -> headers.put(one.getKey(), one.getValue()));
              request
                  .response()
                  .setStatusCode(request.path().startsWith("/broken") ? 500 : 200)
                  .putHeader("Content-Type", "application/json")
                  .putHeader("X-Echo", String.valueOf(request.getHeader("X-Token")))
                  .end(seen.toString());
            });
  }

  @AfterAll
  void stop() {
    vertx.close().await();
    fixture.close();
    app.close();
  }

  private String url(String path) {
    return "http://127.0.0.1:" + echo.actualPort() + path;
  }

  private String check(String request, String more) {
    String body =
        "{\"name\":\"Orders\",\"frequency\":0,\"frequencyOffset\":10,\"request\":{%s}%s}"
            .formatted(request, more);
    return fixture.client.post("/v1/checks/api", body).hasStatus(201).id();
  }

  private ApiReply results(String check) {
    return fixture
        .client
        .get("/v2/check-results/" + check)
        .hasStatus(200)
        .matchesContract("listCheckResults");
  }

  @Test
  void fillsInVariablesJoinsTheGroupAndKeepsNoSecret() {
    fixture
        .client
        .post("/v1/variables", "{\"key\":\"PLACE\",\"value\":\"account\"}")
        .hasStatus(201);
    fixture
        .client
        .post("/v1/variables", "{\"key\":\"TOKEN\",\"value\":\"t0ken&1\",\"secret\":true}")
        .hasStatus(201);
    String group =
        fixture
            .client
            .post(
                "/v2/check-groups",
                """
                {"name":"Apis","environmentVariables":[{"key":"PLACE","value":"group"},
                   {"key":"WORD","value":"gr0up-word","secret":true}],
                 "apiCheckDefaults":{"url":"%s","headers":[{"key":"X-Group","value":"{{WORD}}"}],
                   "queryParameters":[{"key":"shared","value":"1"}],
                   "assertions":[{"source":"HEADERS","property":"x-echo","comparison":"CONTAINS",
                     "target":"{{TOKEN}}"}],
                   "basicAuth":{"username":"us","password":"gr0up-pass"}}}"""
                    .formatted(url("/v1")))
            .hasStatus(201)
            .id();
    String check =
        check(
            """
            "method":"POST","url":"{{GROUP_BASE_URL}}/orders/{{OWN}}","bodyType":"JSON",
            "body":"{\\"place\\":\\"{{PLACE}}\\",\\"own\\":\\"{{OWN_SECRET}}\\"}",
            "headers":[{"key":"X-Token","value":"{{TOKEN}}"}],
            "queryParameters":[{"key":"t","value":"{{TOKEN}}"}],
            "assertions":[
              {"source":"JSON_BODY","property":"$.method","comparison":"EQUALS","target":"POST"},
              {"source":"JSON_BODY","property":"$.body","comparison":"CONTAINS","target":"group"},
              {"source":"JSON_BODY","property":"$.headers.X-Group","comparison":"EQUALS",
                "target":"{{WORD}}"},
              {"source":"TEXT_BODY","comparison":"CONTAINS","target":"own-s3cret"},
              {"source":"JSON_BODY","property":"$.headers.Authorization","comparison":"CONTAINS",
                "target":"Basic "},
              {"source":"JSON_BODY","property":"$.uri","comparison":"EQUALS",
                "target":"/v1/orders/mine?shared=1&t=t0ken%261"}]""",
            """
            ,"groupId":%s,"environmentVariables":[{"key":"OWN","value":"mine"},
              {"key":"OWN_SECRET","value":"own-s3cret","secret":true}]"""
                .formatted(group));
    Stored run = fixture.awaitRuns(check, 1).get(0);
    ApiReply results = results(check);
    assertThat(run.verdict()).as(results.text()).isEqualTo(Verdict.PASSED);
    assertThat(results.json().at("/entries/0/apiCheckResult/assertions")).hasSize(7);
    assertKeepsNoSecret(results.text());

    fixture
        .client
        .put(
            "/v2/check-groups/" + group,
            "{\"name\":\"Apis\",\"apiCheckDefaults\":{\"url\":\"%s\"}}".formatted(url("/broken")))
        .hasStatus(200);
    int before = fixture.runs(check).size();
    fixture.awaitRuns(check, before + 1);
    EngineFixture.until(
        "a run with the new base URL",
        () -> fixture.runs(check).stream().anyMatch(one -> one.verdict() == Verdict.FAILED));
    String failed = results(check).text();
    assertThat(failed).contains("/broken/orders/mine").contains("X-Token");
    assertKeepsNoSecret(failed);
    String alerts = fixture.client.get("/v2/check-alerts?checkId=" + check).hasStatus(200).text();
    assertKeepsNoSecret(alerts);
  }

  private static void assertKeepsNoSecret(String text) {
    assertThat(text)
        .contains("****")
        .doesNotContain("t0ken&1")
        .doesNotContain("t0ken%261")
        .doesNotContain("gr0up-word")
        .doesNotContain("gr0up-pass")
        .doesNotContain("dXM6Z3IwdXAtcGFzcw")
        .doesNotContain("own-s3cret");
  }

  @Test
  void aFailureShowsWhatWasSentAndWhatCame() {
    String check =
        check(
            """
            "method":"PUT","url":"%s","bodyType":"FORM","body":"a=1",
            "headers":[{"key":"X-Api-Key","value":"k"},{"key":"X-Plain","value":"p"}]"""
                .formatted(url("/broken")),
            "");
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.reason()).isEqualTo(Reason.STATUS);
    JsonNode result = results(check).json().at("/entries/0/apiCheckResult");
    assertThat(result.at("/request/method").asText()).isEqualTo("PUT");
    assertThat(result.at("/request/data").asText()).isEqualTo("a=1");
    assertThat(result.at("/request/headers/X-Plain").asText()).isEqualTo("p");
    assertThat(result.at("/request/headers/X-Api-Key").asText()).isEqualTo("****");
    assertThat(result.at("/response/status").asInt()).isEqualTo(500);
    assertThat(result.at("/response/headers/Content-Type").asText()).isEqualTo("application/json");
  }

  @Test
  void aRequestThatCannotBeFilledInFailsAndSaysWhy() {
    String check = check("\"url\":\"{{NOWHERE}}\"", "");
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.reason()).isEqualTo(Reason.INVALID_URL);
    assertThat(run.verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void testsSettingsWithTheVariablesOfTheAccountAndAGroup() {
    String group =
        fixture
            .client
            .post(
                "/v2/check-groups",
                """
                {"name":"T","environmentVariables":[{"key":"WHO","value":"wh0-t","secret":true}],
                 "apiCheckDefaults":{"basicAuth":{"username":"u","password":"passw0rd"}}}""")
            .hasStatus(201)
            .id();
    String body =
        """
        {"groupId":%s,"request":{"url":"%s/{{OWN}}","assertions":[
          {"source":"JSON_BODY","property":"$.uri","comparison":"EQUALS","target":"/x/{{OWN}}"},
          {"source":"JSON_BODY","property":"$.headers.Authorization","comparison":"EQUALS",
            "target":"{{WHO}}"}]},
         "environmentVariables":[{"key":"OWN","value":"mine"}]}""";
    ApiReply tested =
        fixture
            .client
            .post("/v1/check-tests/api", body.formatted(group, url("/x")))
            .hasStatus(200)
            .matchesContract("testApiCheck");
    assertThat(tested.json().at("/assertions/0/passed").asBoolean()).isTrue();
    assertThat(tested.json().at("/hasFailures").asBoolean()).isTrue();
    assertThat(tested.text())
        .doesNotContain("wh0-t")
        .doesNotContain("dTpwYXNzdzByZA")
        .contains("****");
    fixture
        .client
        .post("/v1/check-tests/api", body.formatted(999_999, url("/x")))
        .isInvalid("/groupId");
  }
}
