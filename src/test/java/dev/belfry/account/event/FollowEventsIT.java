package dev.belfry.account.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.Access;
import dev.belfry.app.People;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import dev.belfry.testing.RawHttp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code GET /v1/events}. */
@Timeout(60)
class FollowEventsIT {
  private static final String PATH = "/v1/events";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private static RawHttp follow(TestApp app, String key) {
    RawHttp stream = new RawHttp(app.port());
    stream.send(
        "GET " + PATH + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + key + "\r\n\r\n");
    return stream;
  }

  private static String until(RawHttp stream, String part) {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(part) < 0) {
      read.append(stream.readLine()).append('\n');
    }
    return read.toString();
  }

  @Test
  void tellsWhatHasChanged() {
    try (RawHttp stream = follow(app, acme.readKey())) {
      assertThat(until(stream, "event: missed"))
          .startsWith("HTTP/1.1 200")
          .containsIgnoringCase("content-type: text/event-stream");
      String check =
          client
              .post("/v1/checks/url", "{\"name\":\"a\",\"request\":{\"url\":\"https://e.org\"}}")
              .hasStatus(201)
              .id();
      until(stream, "{\"kind\":\"check\",\"ids\":[\"" + check + "\"]}");
      String service =
          client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201).id();
      until(stream, "{\"kind\":\"service\",\"ids\":[\"" + service + "\"]}");
    }
  }

  @Test
  void tellsOfTeamsAndSchedules() {
    String leaver = new People(app).join(acme, Role.VIEWER).id();
    try (RawHttp stream = follow(app, acme.readKey())) {
      until(stream, "event: missed");
      String team =
          client
              .post("/v1/teams", "{\"name\":\"Night\",\"userIds\":[\"%s\"]}".formatted(leaver))
              .hasStatus(201)
              .id();
      String ofTeam = "{\"kind\":\"team\",\"ids\":[\"" + team + "\"]}";
      until(stream, ofTeam);
      client.delete("/v1/accounts/me/members/" + leaver).hasStatus(204);
      until(stream, ofTeam);
      String schedule =
          client
              .post("/v1/on-call-schedules", "{\"name\":\"a\",\"url\":\"http://127.0.0.1:9/\"}")
              .hasStatus(201)
              .id();
      String ofSchedule = "{\"kind\":\"schedule\",\"ids\":[\"" + schedule + "\"]}";
      until(stream, ofSchedule);
      client.put("/v1/on-call-schedules/" + schedule, "{\"name\":\"b\"}").hasStatus(200);
      until(stream, ofSchedule);
      client.delete("/v1/on-call-schedules/" + schedule).hasStatus(204);
      until(stream, ofSchedule);
    }
  }

  @Test
  void tellsNothingOfOtherAccounts() {
    try (RawHttp stream = follow(app, acme.key())) {
      until(stream, "event: missed");
      String theirs =
          app.as(app.newTenant())
              .post("/v1/status-pages/services", "{\"name\":\"Theirs\"}")
              .hasStatus(201)
              .id();
      String mine =
          client.post("/v1/status-pages/services", "{\"name\":\"Mine\"}").hasStatus(201).id();
      assertThat(until(stream, mine)).doesNotContain(theirs);
    }
  }

  @Test
  void endsWithItsKey() {
    try (RawHttp stream = follow(app, acme.readKey())) {
      until(stream, "event: missed");
      String id =
          app.client().withKey(acme.readKey()).get("/console/session").at("/keyId").asText();
      client.delete("/v1/api-keys/" + id).hasStatus(204);
      assertThat(until(stream, "\n0\n")).isNotEmpty();
    }
  }

  @Test
  void endsWhenTheInstanceStops() {
    try (TestApp other = TestApp.start(java.util.Map.of());
        RawHttp stream = follow(other, other.newTenant().key())) {
      until(stream, "event: missed");
      other.shutDown();
      assertThat(until(stream, "\n0\n")).isNotEmpty();
    }
  }

  @Test
  void isNotForEverMoreWindows() {
    List<RawHttp> streams = new ArrayList<>();
    try {
      for (int each = 0; each < SubscriberCounts.MOST_OF_A_KEY; each++) {
        RawHttp stream = follow(app, acme.key());
        streams.add(stream);
        assertThat(stream.readLine()).startsWith("HTTP/1.1 200");
      }
      client.get(PATH).hasStatus(429).matchesContract("followEvents");
    } finally {
      streams.forEach(RawHttp::close);
    }
  }

  @Test
  void aWindowThatIsClosedDoesNotCountAnyMore() {
    for (int round = 0; round < 3; round++) {
      List<RawHttp> streams = new ArrayList<>();
      for (int each = 0; each < SubscriberCounts.MOST_OF_A_KEY; each++) {
        streams.add(followed());
      }
      streams.forEach(RawHttp::close);
    }
  }

  @Test
  void whoLeavesBeforeTheAnswerDoesNotCountEither() {
    for (int each = 0; each < 20 * SubscriberCounts.MOST_OF_A_KEY; each++) {
      follow(app, acme.key()).close();
    }
    List<RawHttp> streams = new ArrayList<>();
    for (int each = 0; each < SubscriberCounts.MOST_OF_A_KEY; each++) {
      streams.add(followed());
    }
    streams.forEach(RawHttp::close);
  }

  /** A stream, as soon as there may be one more; much sooner than those who left are written to. */
  private RawHttp followed() {
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (true) {
      RawHttp stream = follow(app, acme.key());
      if (stream.readLine().startsWith("HTTP/1.1 200")) {
        return stream;
      }
      stream.close();
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      Polling.pause();
    }
  }

  @Test
  void isForThoseWhoMayRead() {
    app.client().get(PATH).isUnauthorized();
    app.as(acme)
        .with("X-Service-Account", app.newTenant().account().toString())
        .get(PATH)
        .isForbidden();
    assertThat(new Access(app, acme).owner()).isEqualTo(acme);
  }
}
