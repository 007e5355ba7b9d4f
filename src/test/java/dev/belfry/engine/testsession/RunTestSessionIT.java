package dev.belfry.engine.testsession;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/test-sessions/run}. */
class RunTestSessionIT {
  private final TestSessionFixture fixture = new TestSessionFixture();

  @Test
  void runsEachCheckOnceAndTouchesNothingElse() {
    ApiReply before = fixture.client.get("/v1/checks");
    String session =
        fixture.start(
            fixture.job("good", fixture.good(), ""), fixture.job("bad", fixture.bad(), ""));
    ApiReply over = fixture.ended(session);
    assertThat(over.at("/status").asText()).isEqualTo("FAILED");
    assertThat(over.at("/results")).hasSize(2);
    assertThat(over.at("/results/0/status").asText()).isEqualTo("PASSED");
    assertThat(over.at("/results/0/checkId").isNull()).isTrue();
    assertThat(over.at("/results/1/hasFailures").asBoolean()).isTrue();
    assertThat(over.at("/results/1/message").asText()).contains("404");
    assertThat(over.at("/metadata/branchName").asText()).isEqualTo("main");
    assertThat(fixture.client.get("/v1/checks").json()).isEqualTo(before.json());
  }

  @Test
  void variablesOfCheckAndGroupTakeEffect() {
    String session =
        fixture.start(
            """
            {"logicalId":"api","checkType":"API","name":"Api","groupId":{"ref":"g"},
             "request":{"method":"GET","url":"http://127.0.0.1:%d/{{PLACE}}{{REST}}"},
             "environmentVariables":[{"key":"REST","value":"locations","locked":true}],
             "group":{"name":"G","environmentVariables":[
               {"key":"PLACE","value":"v1/"},{"key":"REST","value":"nothing"}]},
             "sourceInfo":{"checkRunSuiteId":"%s"}}"""
                .formatted(fixture.app.port(), fixture.suite));
    assertThat(fixture.ended(session).at("/results/0/status").asText()).isEqualTo("PASSED");
  }

  @Test
  void failedChecksAreRetriedAsAsked() {
    String retries =
        "\"testRetryStrategy\":{\"type\":\"FIXED\",\"maxRetries\":2,\"baseBackoffSeconds\":0}";
    String session = fixture.start(fixture.job("bad", fixture.bad(), retries));
    String result = fixture.ended(session).at("/results/0/testSessionResultId").asText();
    ApiReply read = fixture.client.get(session + "/results/" + result).hasStatus(200);
    assertThat(read.at("/attempts").asInt()).isEqualTo(2);
  }

  @Test
  void namesEveryInvalidCheckAndStartsNothing() {
    String heartbeat =
        fixture
            .job("beat", fixture.good(), "")
            .replace("\"URL\"", "\"HEARTBEAT\"")
            .replace(
                "\"request\":{\"url\":\"" + fixture.good() + "\"}",
                "\"heartbeat\":{\"period\":1,\"periodUnit\":\"hours\",\"grace\":1,\"graceUnit\":\"hours\"}");
    ApiReply refused =
        fixture.client.post(
            TestSessionFixture.RUN,
            fixture.body(
                "eu-west-1",
                fixture.job("wrong", "nonsense", "\"frequency\":7"),
                fixture.job("page", fixture.good(), "").replace("\"URL\"", "\"BROWSER\""),
                heartbeat));
    refused.isInvalid(
        "/checkRunJobs/0/request/url",
        "/checkRunJobs/0/frequency",
        "/checkRunJobs/1/checkType",
        "/checkRunJobs/2/checkType");
    assertThat(refused.at("/message").asText())
        .contains("check wrong (wrong.check.ts): request.url ", "BROWSER checks are not run");
    assertThat(fixture.client.get("/v1/test-sessions").at("/length").asInt()).isZero();
  }

  @Test
  void refusesUnknownLocationsAndGroups() {
    String job = fixture.job("good", fixture.good(), "");
    fixture
        .client
        .post(TestSessionFixture.RUN, fixture.body("atlantis", job))
        .isInvalid("/runLocation/region");
    fixture
        .client
        .post(
            TestSessionFixture.RUN,
            fixture.body(
                "eu-west-1",
                job.replace(
                    "{\"logicalId\"", "{\"groupId\":{\"ref\":\"check-group-4711\"},\"logicalId\"")))
        .isInvalid("/checkRunJobs/0/groupId");
    fixture
        .client
        .post(
            TestSessionFixture.RUN,
            fixture
                .body("x", job)
                .replace(
                    "{\"type\":\"PUBLIC\",\"region\":\"x\"}",
                    "{\"type\":\"PRIVATE\",\"slugName\":\"x\"}"))
        .isInvalid("/runLocation/slugName");
  }

  @Test
  void aLocationWithoutInstanceEndsTheRunsAtOnce() {
    ApiReply started =
        fixture
            .client
            .post(
                TestSessionFixture.RUN,
                fixture.body("us-east-1", fixture.job("good", fixture.good(), "")))
            .hasStatus(202);
    ApiReply over = fixture.ended("/v1/test-sessions/" + started.at("/testSessionId").asText());
    assertThat(over.at("/results/0/hasErrors").asBoolean()).isTrue();
    assertThat(over.at("/results/0/message").asText())
        .isEqualTo("No living instance runs checks at us-east-1; they run at eu-west-1");
  }

  @Test
  void isForWritersOfTheAccount() {
    new Access(fixture.app, fixture.acme)
        .requireForWriting(
            "POST",
            TestSessionFixture.RUN,
            fixture.body("eu-west-1", fixture.job("good", fixture.good(), "")));
  }
}
