package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** The operations under {@code /v1/check-sessions} that {@code /v2} has too. */
class OlderCheckSessionsIT {
  private static final String TRIGGER = "/v1/check-sessions/trigger";

  private final SessionFixture fixture = new SessionFixture();

  @Test
  void leadThroughTheLifeOfASession() {
    String check = fixture.monitor("");
    String body = "{\"target\":{\"checkId\":[\"%s\"]}}".formatted(check);
    ApiReply started =
        fixture.client.post(TRIGGER, body).hasStatus(201).matchesContract("triggerCheckSessionsV1");
    String id = started.at("/sessions/0/checkSessionId").asText();
    assertThat(started.at("/sessions/0/checkId").asText()).isEqualTo(check);

    String session = "/v1/check-sessions/" + id;
    fixture
        .client
        .get(session + "/completion?maxWaitSeconds=1")
        .hasStatus(408)
        .matchesContract("awaitCheckSessionV1");
    fixture.runs(session).forEach(run -> fixture.end(run, Verdict.FAILED, Reason.STATUS));
    ApiReply over =
        fixture
            .client
            .get(session + "/completion")
            .hasStatus(200)
            .matchesContract("awaitCheckSessionV1");
    assertThat(over.at("/status").asText()).isEqualTo("FAILED");
    ApiReply read =
        fixture.client.get(session).hasStatus(200).matchesContract("readCheckSessionV1");
    assertThat(read.json()).isEqualTo(over.json());
    assertThat(read.json()).isEqualTo(fixture.client.get("/v2/check-sessions/" + id).json());

    Access access = new Access(fixture.app, fixture.acme);
    access.requireForReading(session);
    access.requireForReading(session + "/completion");
    access.requireHidden("GET", session, null);
    access.requireForWriting("POST", TRIGGER, body);
  }

  @Test
  void refuseWhatTheNewerOnesRefuse() {
    fixture.client.post(TRIGGER, "{}").isError(404, "Not Found", "No activated check matches");
    fixture.client.post(TRIGGER, "{\"target\":{\"checkId\":\"x\"}}").hasStatus(400);
    fixture.client.get("/v1/check-sessions/x").isInvalid("/id");
    fixture.client.get("/v1/check-sessions/x/completion?maxWaitSeconds=31").hasStatus(400);
  }
}
