package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code POST /next/test-sessions/trigger}. */
class TriggerTestSessionIT {
  private static final String PATH = "/next/test-sessions/trigger";

  private final SessionFixture stage = new SessionFixture();

  /** What command lines send. */
  private static String body(String more) {
    return """
        {"name":"Triggered Session","shouldRecord":true,
         "runLocation":{"type":"PUBLIC","region":"eu-central-1"},
         "checkRunSuiteId":"6f1d2c3b-4a59-4687-b0c1-d2e3f4a5b6c7","targetTags":[],
         "environmentVariables":[],"repoInfo":null,"environment":null,
         "testRetryStrategy":null,"refreshCache":false%s}"""
        .formatted(more);
  }

  @Test
  void runsTheChecksAndAnswersASessionForEach() {
    String check = stage.monitor("");
    ApiReply reply =
        stage.client.post(PATH, body("")).hasStatus(200).matchesContract("triggerTestSession");
    assertThat(reply.at("/checks")).hasSize(1);
    assertThat(reply.at("/checks/0/id").asText()).isEqualTo(check);
    String session = reply.at("/sequenceIds/" + check).asText();
    assertThat(reply.at("/testSessionId").asText()).isEqualTo(session);
    assertThat(reply.at("/testResultIds/" + check).asText()).isEqualTo(session);
    assertThat(stage.client.get("/v2/check-sessions/" + session).at("/checkId").asText())
        .isEqualTo(check);
    assertThat(stage.runs(session)).hasSize(2);
  }

  @Test
  void restrictsByIdAndTags() {
    String first = stage.monitor("\"tags\":[\"a\",\"b\"]");
    String second = stage.monitor("\"tags\":[\"c\"]");
    assertThat(matching("\"targetTags\":[[\"a\",\"b\"]]")).containsExactly(first);
    assertThat(matching("\"targetTags\":[[\"a\",\"b\"],[\"c\"]]"))
        .containsExactlyInAnyOrder(first, second);
    assertThat(matching("\"checkId\":[\"" + second + "\"]")).containsExactly(second);
    assertThat(matching("\"checkId\":[\"" + second + "\"],\"targetTags\":[[\"a\"]]")).isEmpty();
    assertThat(matching("\"checkId\":null,\"targetTags\":null")).hasSize(2);
  }

  private Iterable<String> matching(String target) {
    ApiReply reply = stage.client.post(PATH, "{" + target + "}").hasStatus(200);
    return reply.at("/checks").findValuesAsText("id");
  }

  @Test
  void answersEmptyListsWhenNothingMatches() {
    ApiReply reply =
        stage.client.post(PATH, body("")).hasStatus(200).matchesContract("triggerTestSession");
    assertThat(reply.at("/checks")).isEmpty();
    assertThat(reply.at("/testSessionId").isNull()).isTrue();
  }

  @Test
  void namesEveryOffendingField() {
    stage
        .client
        .post(PATH, "{\"checkId\":[\"nonsense\"],\"targetTags\":[[]]}")
        .isInvalid("/checkId/0", "/targetTags/0");
  }

  @Test
  void isForWritersOfTheAccount() {
    String check = stage.monitor("");
    String body = "{\"checkId\":[\"" + check + "\"]}";
    new Access(stage.app, stage.acme).requireForWriting("POST", PATH, body);
    assertThat(stage.app.as(stage.app.newTenant()).post(PATH, body).at("/checks")).isEmpty();
    assertThat(stage.number("SELECT count(*) FROM check_sessions WHERE check_id = ?::uuid", check))
        .isZero();
  }
}
