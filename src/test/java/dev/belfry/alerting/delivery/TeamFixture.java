package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.FakePushService;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An account with two members and two push services, for messages to teams. */
final class TeamFixture implements AutoCloseable {
  final FakePushService mozilla;
  final FakePushService google;
  final Tenant acme;
  final ApiClient client;
  final People people;
  final SignedIn grace;
  final SignedIn ada;
  final AlertSample alerts;

  TeamFixture(MemberMessages stage) {
    mozilla = stage.trust.service();
    google = stage.trust.service();
    acme = stage.app.newTenant();
    client = stage.app.as(acme);
    people = new People(stage.app);
    grace = people.join(acme, Role.VIEWER);
    ada = people.join(acme, Role.VIEWER);
    alerts = new AlertSample(stage.app, acme);
    stage.mail.messages.clear();
    stage.gateway.reset();
  }

  /** Makes a team. */
  String team(SignedIn... members) {
    return client
        .post("/v1/teams", "{\"name\":\"%s\",%s}".formatted(UUID.randomUUID(), ids(members)))
        .hasStatus(201)
        .id();
  }

  /** The member of a body that names persons. */
  static String ids(SignedIn... members) {
    return "\"userIds\":[%s]"
        .formatted(
            Stream.of(members).map(one -> '"' + one.id() + '"').collect(Collectors.joining(",")));
  }

  /** Makes a channel for a team. */
  String channel(String team) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"MEMBER\",\"config\":{\"teamId\":\"%s\"}}".formatted(team))
        .hasStatus(201)
        .id();
  }

  /** Waits until a message of a channel is given up; why. */
  String lastError(String channel) {
    Polling.until(
        "dead", () -> client.get("/v1/alert-channels/" + channel).at("/health/dead").asInt() > 0);
    return client.get("/v1/alert-channels/" + channel).at("/health/lastError").asText();
  }

  @Override
  public void close() {
    mozilla.close();
    google.close();
  }
}
