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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Teams: what is stored, what is refused, and who is in them. */
class TeamsIT {
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

  private List<JsonNode> audit(String team) {
    List<JsonNode> entries = new ArrayList<>();
    client
        .get("/v1/audit-log?resourceType=team&resourceId=" + team)
        .hasStatus(200)
        .at("/entries")
        .forEach(entries::add);
    return entries;
  }

  @Test
  void aTeamIsMadeReadChangedAndDeleted() {
    String id = teams.team("Night", grace.id());
    JsonNode read = client.get(TeamRequests.TEAMS + "/" + id).json();
    assertThat(read.at("/members/0/name").asText()).isEqualTo("Grace");
    assertThat(read.path("description").isNull()).isTrue();
    assertThat(read.path("updated_at").isNull()).isTrue();

    client
        .put(
            TeamRequests.TEAMS + "/" + id,
            "{\"description\":\"At night\",\"userIds\":[\"%s\"]}".formatted(ada.id()))
        .hasStatus(200)
        .matchesContract("updateTeam");
    assertThat(teams.members(id)).containsExactly(ada.id());
    assertThat(client.get(TeamRequests.TEAMS + "/" + id).at("/name").asText()).isEqualTo("Night");
    client
        .put(TeamRequests.TEAMS + "/" + id, "{\"name\":\"Day\",\"description\":null}")
        .hasStatus(200);
    assertThat(teams.members(id)).containsExactly(ada.id());
    assertThat(client.get(TeamRequests.TEAMS + "/" + id).at("/description").isNull()).isTrue();
    client.put(TeamRequests.TEAMS + "/" + id, "{\"name\":\"DAY\"}").hasStatus(200);

    client.delete(TeamRequests.TEAMS + "/" + id).hasStatus(204).matchesContract("deleteTeam");
    client.get(TeamRequests.TEAMS + "/" + id).isNotFound().matchesContract("readTeam");
    client.put(TeamRequests.TEAMS + "/" + id, "{\"name\":\"Day\"}").isNotFound();
    client.delete(TeamRequests.TEAMS + "/" + id).isNotFound();
  }

  @Test
  void theListIsPagedByName() {
    teams.team("b");
    teams.team("C");
    teams.team("a");
    ApiReply first = client.get(TeamRequests.TEAMS + "?limit=2&page=1").hasStatus(200);
    first.matchesContract("listTeams");
    assertThat(first.json()).extracting(one -> one.path("name").asText()).containsExactly("a", "b");
    assertThat(first.header("content-range")).isEqualTo("0-1/3");
    assertThat(client.get(TeamRequests.TEAMS + "?limit=2&page=2").at("/0/name").asText())
        .isEqualTo("C");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | /name",
        "{\"name\":null} | /name",
        "{\"name\":\"\"} | /name",
        "{\"name\":\" \"} | /name",
        "{\"name\":7} | /name",
        "{\"name\":\"a\",\"description\":7} | /description",
        "{\"name\":\"a\",\"userIds\":null} | /userIds",
        "{\"name\":\"a\",\"userIds\":\"x\"} | /userIds",
        "{\"name\":\"a\",\"userIds\":[\"x\"]} | /userIds/0",
        "{\"name\":\"a\",\"userIds\":[null]} | /userIds/0",
        "{\"name\":\"a\",\"userIds\":[\"3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b39\"]} | /userIds/0"
      })
  void badBodiesNameTheField(String body, String path) {
    client.post(TeamRequests.TEAMS, body).isInvalid(path);
    assertThat(client.get(TeamRequests.TEAMS).json()).isEmpty();
  }

  @Test
  void textsAndListsAreBounded() {
    teams.create("a".repeat(101)).isInvalid("/name");
    client
        .post(
            TeamRequests.TEAMS,
            "{\"name\":\"a\",\"description\":\"%s\"}".formatted("a".repeat(1_001)))
        .isInvalid("/description");
    String[] many =
        IntStream.range(0, 101).mapToObj(i -> UUID.randomUUID().toString()).toArray(String[]::new);
    teams.create("a", many).isInvalid("/userIds");
    teams.create("a", grace.id(), grace.id()).isInvalid("/userIds/1");
    teams
        .create(
            "a", grace.id(), UUID.randomUUID().toString(), ada.id(), UUID.randomUUID().toString())
        .isInvalid("/userIds/1", "/userIds/3");
    String id = teams.team("a", grace.id());
    client
        .put(
            TeamRequests.TEAMS + "/" + id,
            TeamRequests.body("a", ada.id(), UUID.randomUUID().toString()))
        .isInvalid("/userIds/1");
    assertThat(teams.members(id)).containsExactly(grace.id());
  }

  @Test
  void aNameIsGivenOnceInAnyCase() {
    String id = teams.team("Night");
    teams.create("NIGHT").hasStatus(409).matchesContract("createTeam");
    String other = teams.team("Day");
    client
        .put(TeamRequests.TEAMS + "/" + other, "{\"name\":\"night\"}")
        .hasStatus(409)
        .matchesContract("updateTeam");
    APP.as(APP.newTenant()).post(TeamRequests.TEAMS, TeamRequests.body("Night")).hasStatus(201);
    client.delete(TeamRequests.TEAMS + "/" + id).hasStatus(204);
    teams.create("NIGHT").hasStatus(201);
  }

  /** What is said of a person of another account is what is said of no person. */
  @Test
  void anotherAccountLearnsNothing() {
    Tenant globex = APP.newTenant();
    ApiClient others = APP.as(globex);
    String id = teams.team("Night", grace.id());
    others.get(TeamRequests.TEAMS + "/" + id).isNotFound();
    others.put(TeamRequests.TEAMS + "/" + id, "{\"name\":\"x\"}").isNotFound();
    others.delete(TeamRequests.TEAMS + "/" + id).isNotFound();
    assertThat(others.get(TeamRequests.TEAMS).json()).isEmpty();
    String unknown = UUID.randomUUID().toString();
    assertThat(
            others
                .post(TeamRequests.TEAMS, TeamRequests.body("x", grace.id()))
                .isInvalid("/userIds/0")
                .text())
        .isEqualTo(
            others
                .post(TeamRequests.TEAMS, TeamRequests.body("x", unknown))
                .isInvalid("/userIds/0")
                .text());
    assertThat(
            others
                .post("/v1/alert-channels", TeamRequests.channelBody(id))
                .isInvalid("/config/teamId")
                .text())
        .isEqualTo(
            others
                .post("/v1/alert-channels", TeamRequests.channelBody(unknown))
                .isInvalid("/config/teamId")
                .text());
    assertThat(teams.members(id)).containsExactly(grace.id());
  }

  @Test
  void whoLeavesTheAccountLeavesItsTeams() {
    Tenant globex = APP.newTenant();
    people.join(globex, Role.VIEWER, grace.email());
    String here = teams.team("Night", grace.id(), ada.id());
    String there =
        APP.as(globex)
            .post(TeamRequests.TEAMS, TeamRequests.body("Night", grace.id()))
            .hasStatus(201)
            .id();
    client.delete("/v1/accounts/me/members/" + grace.id()).hasStatus(204);
    assertThat(teams.members(here)).containsExactly(ada.id());
    assertThat(APP.as(globex).get(TeamRequests.TEAMS + "/" + there).at("/members")).hasSize(1);
    assertThat(audit(here).get(0).path("action").asText()).isEqualTo("UPDATE");
  }

  @Test
  void theAuditLogTellsEachChangeOnce() {
    String id = teams.team("Night", grace.id());
    client.put(TeamRequests.TEAMS + "/" + id, TeamRequests.body("Night", ada.id())).hasStatus(200);
    client.put(TeamRequests.TEAMS + "/" + id, TeamRequests.body("Night", ada.id())).hasStatus(200);
    client.delete(TeamRequests.TEAMS + "/" + id).hasStatus(204);
    List<JsonNode> entries = audit(id);
    assertThat(entries)
        .extracting(one -> one.path("action").asText())
        .containsExactly("DELETE", "UPDATE", "CREATE");
    assertThat(entries.get(1).at("/changes").toString()).contains("/userIds", grace.id(), ada.id());
    assertThat(entries.get(2).at("/resource/name").asText()).isEqualTo("Night");
  }

  @Test
  void viewersReadAndEditorsWrite() {
    String id = teams.team("Night", grace.id());
    grace.client().get(TeamRequests.TEAMS + "/" + id).hasStatus(200);
    grace.client().put(TeamRequests.TEAMS + "/" + id, "{\"name\":\"Day\"}").hasStatus(403);
    grace.client().post(TeamRequests.TEAMS, TeamRequests.body("Day")).hasStatus(403);
    grace.client().delete(TeamRequests.TEAMS + "/" + id).hasStatus(403);
    ada.client().put(TeamRequests.TEAMS + "/" + id, "{\"name\":\"Day\"}").hasStatus(200);
  }
}
