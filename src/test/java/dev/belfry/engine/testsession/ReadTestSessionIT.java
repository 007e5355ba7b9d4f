package dev.belfry.engine.testsession;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.testing.ApiReply;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The operations that read a test session, its results and its links. */
class ReadTestSessionIT {
  private final TestSessionFixture fixture = new TestSessionFixture();
  private final String session =
      fixture.start(fixture.job("good", fixture.good(), ""), fixture.job("bad", fixture.bad(), ""));
  private final ApiReply over = fixture.ended(session);

  private String result(int index) {
    return session + "/results/" + over.at("/results/" + index + "/testSessionResultId").asText();
  }

  @Test
  void aSessionIsRead() {
    ApiReply read = fixture.client.get(session).hasStatus(200).matchesContract("readTestSession");
    assertThat(read.json()).isEqualTo(over.json());
    assertThat(read.at("/testSessionLink").asText()).endsWith("/console" + session.substring(3));
  }

  @Test
  void aResultIsRead() {
    ApiReply failed =
        fixture.client.get(result(1)).hasStatus(200).matchesContract("readTestResult");
    assertThat(failed.at("/hasFailures").asBoolean()).isTrue();
    assertThat(failed.at("/apiCheckResult/response/status").asInt()).isEqualTo(404);
    assertThat(fixture.client.get(result(0)).at("/hasFailures").asBoolean(true)).isFalse();
  }

  @Test
  void aSessionIsQueuedOnceItCanBeRead() {
    String path = session.replace("/test-sessions/", "/test-sessions/scheduling/") + "/completion";
    ApiReply queued =
        fixture.client.get(path).hasStatus(200).matchesContract("awaitTestScheduling");
    assertThat(queued.at("/status").asText()).isEqualTo("SUCCEEDED");
    assertThat(queued.at("/checksTotal").asInt()).isEqualTo(2);
  }

  @Test
  void linksLeadToTheConsole() {
    String path = session.replace("/v1/", "/next/");
    String link =
        fixture
            .client
            .get(path + "/link")
            .hasStatus(200)
            .matchesContract("readTestSessionLink")
            .at("/link")
            .asText();
    assertThat(link).endsWith("/console" + session.substring(3));
    assertThat(
            fixture
                .client
                .get(result(1).replace("/v1/", "/next/") + "/links")
                .hasStatus(200)
                .matchesContract("readTestResultLinks")
                .at("/testResultLink")
                .asText())
        .isEqualTo(link);
    ApiReply printed =
        fixture
            .app
            .client()
            .get("/accounts/" + fixture.acme.account() + session.substring(3))
            .hasStatus(302);
    assertThat(printed.header("location")).isEqualTo("/console" + session.substring(3));
  }

  @Test
  void isForReadersOfTheAccount() {
    Access access = new Access(fixture.app, fixture.acme);
    String scheduling = session.replace("/test-sessions/", "/test-sessions/scheduling/");
    for (String path :
        List.of(
            session,
            session + "/completion",
            scheduling + "/completion",
            result(0),
            session.replace("/v1/", "/next/") + "/link",
            result(0).replace("/v1/", "/next/") + "/links")) {
      access.requireForReading(path);
      access.requireHidden("GET", path, null);
    }
    fixture.client.get(session + "/results/" + UUID.randomUUID()).isNotFound();
    fixture.client.get("/v1/test-sessions/" + UUID.randomUUID()).isNotFound();
    fixture.client.get("/v1/test-sessions/nonsense").isInvalid("/id");
  }
}
