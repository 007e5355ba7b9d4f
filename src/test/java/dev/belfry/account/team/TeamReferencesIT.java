package dev.belfry.account.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What names teams and whom teams name: channels, projects and members, at the same time too. */
class TeamReferencesIT {
  private static final TestApp APP = TestApp.start(Map.of());

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final TeamRequests teams = new TeamRequests(client);
  private final People people = new People(APP);
  private final SignedIn grace = people.join(acme, Role.VIEWER);
  private final SignedIn ada = people.join(acme, Role.EDITOR);

  @AfterAll
  static void stop() {
    APP.close();
  }

  private String channel(String team) {
    return client
        .post("/v1/alert-channels", TeamRequests.channelBody(team))
        .hasStatus(201)
        .matchesContract("createAlertChannel")
        .id();
  }

  @Test
  void aTeamThatAChannelTellsStays() {
    String id = teams.team("Night", grace.id());
    String channel = channel(id);
    ApiReply refused =
        client.delete(TeamRequests.TEAMS + "/" + id).hasStatus(409).matchesContract("deleteTeam");
    assertThat(refused.at("/message").asText())
        .isEqualTo("Alert channels tell this team: \"Night\" (member)");
    assertThat(refused.at("/attributes/obstacles/0/id").asText()).isEqualTo(channel);
    client.delete("/v1/alert-channels/" + channel).hasStatus(204);
    client.delete(TeamRequests.TEAMS + "/" + id).hasStatus(204);
    String deleted = client.get("/v1/deleted-resources").at("/entries/1/id").asText();
    ApiReply lost =
        client
            .send("POST", "/v1/deleted-resources/" + deleted + "/restore", null)
            .hasStatus(409)
            .matchesContract("restoreDeletedResource");
    assertThat(lost.at("/attributes/obstacles/0/code").asText()).isEqualTo("TEAM_GONE");
  }

  @Test
  void aDeletedChannelReturnsToItsTeam() {
    String id = teams.team("Night", grace.id());
    client.delete("/v1/alert-channels/" + channel(id)).hasStatus(204);
    String deleted = client.get("/v1/deleted-resources").at("/entries/0/id").asText();
    client
        .send("POST", "/v1/deleted-resources/" + deleted + "/restore", null)
        .hasStatus(200)
        .matchesContract("restoreDeletedResource");
    client.delete(TeamRequests.TEAMS + "/" + id).hasStatus(409);
  }

  @Test
  void aChannelIsForAPersonOrForATeam() {
    String id = teams.team("Night", grace.id());
    String both = "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\",\"teamId\":\"%s\"}}";
    client
        .post("/v1/alert-channels", both.formatted(grace.id(), id))
        .isInvalid("/config/userId", "/config/teamId");
    client
        .post("/v1/alert-channels", "{\"type\":\"MEMBER\",\"config\":{}}")
        .isInvalid("/config/userId", "/config/teamId");
    client
        .post("/v1/alert-channels", TeamRequests.channelBody("nobody"))
        .isInvalid("/config/teamId", "/config/userId");
    String channel = channel(id);
    client
        .put(
            "/v1/alert-channels/" + channel,
            "{\"config\":{\"userId\":\"%s\"}}".formatted(grace.id()))
        .hasStatus(200)
        .matchesContract("updateAlertChannel");
    client.delete(TeamRequests.TEAMS + "/" + id).hasStatus(204);
    client
        .put("/v1/alert-channels/" + channel, "{\"config\":{\"teamId\":\"%s\"}}".formatted(id))
        .isInvalid("/config/teamId");
  }

  @Test
  void onCallAsksForThePersonOfATeamsChannel() {
    String schedule =
        client
            .post("/v1/on-call-schedules", "{\"name\":\"1\",\"url\":\"http://127.0.0.1:9/\"}")
            .hasStatus(201)
            .id();
    String link = ",\"onCall\":{\"scheduleId\":%s%s}}";
    String body = TeamRequests.channelBody(teams.team("Night"));
    String open = body.substring(0, body.length() - 1);
    client
        .post("/v1/alert-channels", open + link.formatted(schedule, ""))
        .isInvalid("/onCall/person");
    client
        .post("/v1/alert-channels", open + link.formatted(schedule, ",\"person\":\"Ada\""))
        .hasStatus(201);
  }

  @Test
  void aProjectNamesTeamsOfItsAccount() {
    String deploy =
        """
        {"project":{"logicalId":"p","name":"P"},"resources":[
         {"logicalId":"night","type":"alert-channel","payload":%s}]}""";
    client
        .post(
            "/v1/projects/deploy",
            deploy.formatted(TeamRequests.channelBody(UUID.randomUUID().toString())))
        .isInvalid("/resources/0/payload/config/teamId");
    client
        .post("/v1/projects/deploy", deploy.formatted(TeamRequests.channelBody(teams.team("N"))))
        .hasStatus(202);
  }

  /** The deletion finds the channel, or the channel does not find the team. */
  @Test
  void aTeamIsNeverDeletedUnderANewChannel() {
    for (int round = 0; round < 20; round++) {
      String id = teams.team("Night " + round);
      List<ApiReply> replies = Collections.synchronizedList(new ArrayList<>());
      List<Runnable> requests =
          List.of(
              () -> replies.add(client.post("/v1/alert-channels", TeamRequests.channelBody(id))),
              () -> replies.add(client.delete(TeamRequests.TEAMS + "/" + id)),
              () -> replies.add(client.post("/v1/alert-channels", TeamRequests.channelBody(id))));
      requests.parallelStream().forEach(Runnable::run);
      long made = replies.stream().filter(reply -> reply.status() == 201).count();
      boolean deleted = replies.stream().anyMatch(reply -> reply.status() == 204);
      assertThat(replies).extracting(ApiReply::status).isSubsetOf(201, 204, 400, 409);
      assertThat(deleted).isEqualTo(made == 0);
    }
  }

  /** A person who leaves is in no team afterwards, and no request fails. */
  @Test
  void aPersonWhoLeavesIsNeverAddedToATeam() {
    String id = teams.team("Night");
    for (int round = 0; round < 20; round++) {
      SignedIn leaver = people.join(acme, Role.VIEWER);
      List<Integer> statuses = Collections.synchronizedList(new ArrayList<>());
      String both = TeamRequests.body("Night", leaver.id(), ada.id());
      List<Runnable> requests =
          List.of(
              () -> statuses.add(client.put(TeamRequests.TEAMS + "/" + id, both).status()),
              () -> statuses.add(client.delete("/v1/accounts/me/members/" + leaver.id()).status()),
              () ->
                  statuses.add(
                      client
                          .put(TeamRequests.TEAMS + "/" + id, TeamRequests.body("Night", ada.id()))
                          .status()));
      requests.parallelStream().forEach(Runnable::run);
      assertThat(statuses).isSubsetOf(200, 204, 400);
      assertThat(teams.members(id)).doesNotContain(leaver.id());
    }
  }

  @Test
  void anAccountIsDeletedWithItsTeams() {
    String id = teams.team("Night", grace.id());
    channel(id);
    APP.database().execute("DELETE FROM accounts WHERE id = '%s'".formatted(acme.account()));
    assertThat(APP.database().count("SELECT count(*) FROM teams WHERE id = '%s'".formatted(id)))
        .isZero();
    assertThat(
            APP.database()
                .count("SELECT count(*) FROM team_members WHERE team_id = '%s'".formatted(id)))
        .isZero();
  }
}
