package dev.belfry.account.restore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.account.team.TeamRequests;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Teams and on-call schedules that were deleted return, with the members who are left. */
class RestoredTeamsIT {
  private static final String SCHEDULES = "/v1/on-call-schedules";

  private final RestoreFixture fixture = new RestoreFixture();
  private final ApiClient client = fixture.client;
  private final TeamRequests teams = new TeamRequests(client);
  private final People people = new People(fixture.app);
  private final SignedIn grace = people.join(fixture.tenant, Role.VIEWER);
  private final SignedIn ada = people.join(fixture.tenant, Role.VIEWER);

  @Test
  void aTeamReturnsWithTheMembersWhoAreLeft() {
    String team = teams.team("Night", grace.id(), ada.id());
    fixture.delete(TeamRequests.TEAMS + "/" + team);
    fixture.delete("/v1/accounts/me/members/" + ada.id());

    ApiReply restored = fixture.restore(team);

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
    fixture.delete(TeamRequests.TEAMS + "/" + team);

    assertThat(fixture.restore(team).at("/leftOut")).isEmpty();
    assertThat(teams.members(team)).containsExactly(grace.id());
  }

  @Test
  void anotherTeamHasTheName() {
    String team = teams.team("Night", grace.id());
    fixture.delete(TeamRequests.TEAMS + "/" + team);
    String other = teams.team("NIGHT");

    ApiReply refused = fixture.tryToRestore(team, "").hasStatus(409);
    assertThat(refused.at("/attributes/obstacles/0/code").asText()).isEqualTo("NAME_TAKEN");
    assertThat(refused.at("/message").asText())
        .isEqualTo("Cannot restore it: another team has the name Night");
    fixture.delete(TeamRequests.TEAMS + "/" + other);
    fixture.restore(team);
  }

  @Test
  void aChannelReturnsAfterItsTeam() {
    String team = teams.team("Night", grace.id());
    String channel =
        client.post("/v1/alert-channels", TeamRequests.channelBody(team)).hasStatus(201).id();
    fixture.delete("/v1/alert-channels/" + channel);
    fixture.delete(TeamRequests.TEAMS + "/" + team);

    assertThat(
            fixture
                .tryToRestore(channel, "")
                .hasStatus(409)
                .at("/attributes/obstacles/0/code")
                .asText())
        .isEqualTo("TEAM_GONE");
    fixture.restore(team);
    fixture.restore(channel);
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
    fixture.delete(path);
    fixture.delete("/v1/accounts/me/members/" + ada.id());

    assertThat(fixture.restore(schedule).at("/resource/name").asText()).isEqualTo("Nights");

    Polling.until("turns of the members who are left", () -> onCall(path).equals(grace.id()));
    assertThat(client.get(path).matchesContract("readOnCallSchedule").at("/rotation/turnLength"))
        .isEqualTo(rotation.path("turnLength"));
  }

  private String onCall(String path) {
    return client.get(path + "/on-call").hasStatus(200).at("/now/0/userId").asText();
  }
}
