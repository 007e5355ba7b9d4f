package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code POST /next/test-sessions/trigger}. */
class TriggerTestSessionIT {
  private static final String PATH = "/next/test-sessions/trigger";

  private final SessionFixture fixture = new SessionFixture();

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
    String check = fixture.monitor("");
    ApiReply reply =
        fixture.client.post(PATH, body("")).hasStatus(200).matchesContract("triggerTestSession");
    assertThat(reply.at("/checks")).hasSize(1);
    assertThat(reply.at("/checks/0/id").asText()).isEqualTo(check);
    String session = reply.at("/sequenceIds/" + check).asText();
    assertThat(reply.at("/testSessionId").asText()).isEqualTo(session);
    assertThat(reply.at("/testResultIds/" + check).asText()).isEqualTo(session);
    assertThat(fixture.client.get("/v2/check-sessions/" + session).at("/checkId").asText())
        .isEqualTo(check);
    assertThat(fixture.runs(session)).hasSize(2);
  }

  @Test
  void restrictsByIdAndTags() {
    String first = fixture.monitor("\"tags\":[\"a\",\"b\"]");
    String second = fixture.monitor("\"tags\":[\"c\"]");
    assertThat(matching("\"targetTags\":[[\"a\",\"b\"]]")).containsExactly(first);
    assertThat(matching("\"targetTags\":[[\"a\",\"b\"],[\"c\"]]"))
        .containsExactlyInAnyOrder(first, second);
    assertThat(matching("\"checkId\":[\"" + second + "\"]")).containsExactly(second);
    assertThat(matching("\"checkId\":[\"" + second + "\"],\"targetTags\":[[\"a\"]]")).isEmpty();
    assertThat(matching("\"checkId\":null,\"targetTags\":null")).hasSize(2);
  }

  private Iterable<String> matching(String target) {
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
    String check = fixture.monitor("");
    String body = "{\"checkId\":[\"" + check + "\"]}";
    new Access(fixture.app, fixture.acme).requireForWriting("POST", PATH, body);
    assertThat(fixture.app.as(fixture.app.newTenant()).post(PATH, body).at("/checks")).isEmpty();
    assertThat(
            fixture.number("SELECT count(*) FROM check_sessions WHERE check_id = ?::uuid", check))
        .isZero();
  }
}
