package dev.belfry.account.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Teams and on-call schedules that were deleted return, with the members who are left. */
class RestoredTeamsIT {
  private static final String SCHEDULES = "/v1/on-call-schedules";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final TeamRequests teams = new TeamRequests(client);
  private final People people = new People(app);
  private final SignedIn grace = people.join(acme, Role.VIEWER);
  private final SignedIn ada = people.join(acme, Role.VIEWER);

  private ApiReply tryToRestore(String resource) {
    JsonNode entries = client.get("/v1/deleted-resources").at("/entries");
    String id =
        StreamSupport.stream(entries.spliterator(), false)
            .filter(one -> one.at("/resource/id").asText().equals(resource))
            .map(one -> one.path("id").asText())
            .findFirst()
            .orElseThrow();
    return client
        .send("POST", "/v1/deleted-resources/" + id + "/restore", null)
        .matchesContract("restoreDeletedResource");
  }

  private void delete(String path) {
    client.delete(path).hasStatus(204);
  }

  @Test
  void aTeamReturnsWithTheMembersWhoAreLeft() {
    String team = teams.team("Night", grace.id(), ada.id());
    delete(TeamRequests.TEAMS + "/" + team);
    delete("/v1/accounts/me/members/" + ada.id());

    ApiReply restored = tryToRestore(team).hasStatus(200);

    assertThat(restored.at("/resource/name").asText()).isEqualTo("Night");
    assertThat(restored.at("/parts").toString())
        .isEqualTo("[{\"type\":\"team-member\",\"count\":1}]");
    assertThat(restored.at("/leftOut").toString())
        .isEqualTo(
            "[{\"type\":\"team-member\",\"reason\":\"NO_MEMBER\",\"count\":1,\"missing\":null}]");
    assertThat(teams.members(team)).containsExactly(grace.id());
  }

  @Test
  void aMemberWhoLeftATeamBeforeStaysOutOfIt() {
    String team = teams.team("Night", grace.id(), ada.id());
    client
        .put(TeamRequests.TEAMS + "/" + team, TeamRequests.body("Night", grace.id()))
        .hasStatus(200);
    delete(TeamRequests.TEAMS + "/" + team);

    assertThat(tryToRestore(team).hasStatus(200).at("/leftOut")).isEmpty();
    assertThat(teams.members(team)).containsExactly(grace.id());
  }

  @Test
  void anotherTeamHasTheName() {
    String team = teams.team("Night", grace.id());
    delete(TeamRequests.TEAMS + "/" + team);
    String other = teams.team("NIGHT");

    ApiReply refused = tryToRestore(team).hasStatus(409);
    assertThat(refused.at("/attributes/obstacles/0/code").asText()).isEqualTo("NAME_TAKEN");
    assertThat(refused.at("/message").asText())
        .isEqualTo("Cannot restore it: another team has the name Night");
    delete(TeamRequests.TEAMS + "/" + other);
    tryToRestore(team).hasStatus(200);
  }

  @Test
  void aChannelReturnsAfterItsTeam() {
    String team = teams.team("Night", grace.id());
    String channel =
        client.post("/v1/alert-channels", TeamRequests.channelBody(team)).hasStatus(201).id();
    delete("/v1/alert-channels/" + channel);
    delete(TeamRequests.TEAMS + "/" + team);

    assertThat(tryToRestore(channel).hasStatus(409).at("/attributes/obstacles/0/code").asText())
        .isEqualTo("TEAM_GONE");
    tryToRestore(team).hasStatus(200);
    tryToRestore(channel).hasStatus(200);
    client.delete(TeamRequests.TEAMS + "/" + team).hasStatus(409);
  }

  @Test
  void aRotationIsInForceAgain() {
    String body =
        """
        {"name":"Nights","timeZone":"UTC","rotation":{"userIds":["%s","%s"],"turnUnit":"DAY",
         "turnLength":7,"handoffTime":"00:00","startDate":"%s"}}"""
            .formatted(ada.id(), grace.id(), LocalDate.now(ZoneOffset.UTC).minusDays(1));
    String schedule = client.post(SCHEDULES, body).hasStatus(201).id();
    String path = SCHEDULES + "/" + schedule;
    JsonNode rotation = client.get(path).at("/rotation");
    assertThat(onCall(path)).isEqualTo(ada.id());
    delete(path);
    delete("/v1/accounts/me/members/" + ada.id());

    assertThat(tryToRestore(schedule).hasStatus(200).at("/resource/name").asText())
        .isEqualTo("Nights");

    Polling.until("turns of the members who are left", () -> onCall(path).equals(grace.id()));
    assertThat(client.get(path).matchesContract("readOnCallSchedule").at("/rotation/turnLength"))
        .isEqualTo(rotation.path("turnLength"));
  }

  private String onCall(String path) {
    return client.get(path + "/on-call").hasStatus(200).at("/now/0/userId").asText();
  }
}
