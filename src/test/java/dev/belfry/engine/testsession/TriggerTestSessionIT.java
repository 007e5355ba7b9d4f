package dev.belfry.engine.testsession;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.testing.ApiReply;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code POST /next/test-sessions/trigger}. */
class TriggerTestSessionIT {
  private static final String PATH = TestSessionFixture.TRIGGER;

  private final TestSessionFixture fixture = new TestSessionFixture();

  /** What command lines send. */
  private static String body(String more) {
    return """
        {"name":"Triggered Session","shouldRecord":true,
         "runLocation":{"type":"PUBLIC","region":"eu-west-1"},
         "checkRunSuiteId":"6f1d2c3b-4a59-4687-b0c1-d2e3f4a5b6c7","targetTags":[],
         "environmentVariables":[],"repoInfo":null,"environment":null,
         "testRetryStrategy":null,"refreshCache":false%s}"""
        .formatted(more);
  }

  private String check(String members) {
    return fixture
        .client
        .post(
            "/v1/checks/api",
            """
            {"name":"Home","frequency":1440,"activated":true,"locations":["us-east-1"],
             "request":{"method":"GET","url":"http://127.0.0.1:%d/v1/{{PLACE}}",
               "basicAuth":{"username":"u","password":"p"}},
             "environmentVariables":[{"key":"PLACE","value":"nothing","secret":true}]%s}"""
                .formatted(fixture.app.port(), members))
        .hasStatus(201)
        .id();
  }

  @Test
  void runsStoredChecksWithVariablesOfTheRequest() {
    String check = check("");
    ApiReply reply =
        fixture
            .client
            .post(
                PATH,
                body("")
                    .replace(
                        "\"environmentVariables\":[]",
                        "\"environmentVariables\":[{\"key\":\"PLACE\",\"value\":\"locations\"}]"))
            .hasStatus(200)
            .matchesContract("triggerTestSession");
    assertThat(reply.at("/checks/0/id").asText()).isEqualTo(check);
    String session = reply.at("/testSessionId").asText();
    ApiReply over = fixture.ended("/v1/test-sessions/" + session);
    assertThat(over.at("/status").asText()).isEqualTo("PASSED");
    assertThat(over.at("/results/0/checkId").asText()).isEqualTo(check);
    assertThat(over.at("/results/0/testSessionResultId").asText())
        .isEqualTo(reply.at("/sequenceIds/" + check).asText());
    ApiReply own = fixture.client.post(PATH, body("")).hasStatus(200);
    assertThat(
            fixture
                .ended("/v1/test-sessions/" + own.at("/testSessionId").asText())
                .at("/status")
                .asText())
        .as("with its own variables")
        .isEqualTo("FAILED");
    assertThat(fixture.client.get("/v2/check-results/" + check).at("/entries")).isEmpty();
  }

  @Test
  void restrictsByIdAndTags() {
    String first = check(",\"tags\":[\"a\",\"b\"]");
    String second = check(",\"tags\":[\"c\"]");
    assertThat(matching("\"targetTags\":[[\"a\",\"b\"]]")).containsExactly(first);
    assertThat(matching("\"targetTags\":[[\"a\",\"b\"],[\"c\"]]"))
        .containsExactlyInAnyOrder(first, second);
    assertThat(matching("\"checkId\":[\"" + second + "\"]")).containsExactly(second);
    assertThat(matching("\"checkId\":[\"" + second + "\"],\"targetTags\":[[\"a\"]]")).isEmpty();
    assertThat(matching("\"checkId\":null,\"targetTags\":null")).hasSize(2);
  }

  private List<String> matching(String target) {
    ApiReply reply = fixture.client.post(PATH, "{" + target + "}").hasStatus(200);
    return reply.at("/checks").findValuesAsText("id");
  }

  @Test
  void answersEmptyListsWhenNothingMatches() {
    ApiReply reply =
        fixture.client.post(PATH, body("")).hasStatus(200).matchesContract("triggerTestSession");
    assertThat(reply.at("/checks")).isEmpty();
    assertThat(reply.at("/testSessionId").isNull()).isTrue();
  }

  @Test
  void namesEveryOffendingField() {
    fixture
        .client
        .post(PATH, "{\"checkId\":[\"nonsense\"],\"targetTags\":[[]]}")
        .isInvalid("/checkId/0", "/targetTags/0");
  }

  @Test
  void isForWritersOfTheAccount() {
    String body = "{\"checkId\":[\"" + check("") + "\"]}";
    new Access(fixture.app, fixture.acme).requireForWriting("POST", PATH, body);
    assertThat(fixture.app.as(fixture.app.newTenant()).post(PATH, body).at("/checks")).isEmpty();
  }
}
