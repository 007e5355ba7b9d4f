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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Teams: what is stored, what is refused, and who is in them. */
class TeamsIT {
  private static final TestApp APP = TestApp.start(Map.of());
  private static final String TEAMS = "/v1/teams";

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final People people = new People(APP);
  private final SignedIn grace = people.join(acme, Role.VIEWER);
  private final SignedIn ada = people.join(acme, Role.EDITOR);

  @AfterAll
  static void stop() {
    APP.close();
  }

  private ApiReply create(String name, String... userIds) {
    return client.post(TEAMS, body(name, userIds));
  }

  private String team(String name, String... userIds) {
    return create(name, userIds).hasStatus(201).matchesContract("createTeam").id();
  }

  private static String body(String name, String... userIds) {
    return "{\"name\":\"%s\",\"userIds\":[%s]}"
        .formatted(
            name,
            List.of(userIds).stream().map(id -> '"' + id + '"').collect(Collectors.joining(",")));
  }

  private List<String> members(String team) {
    List<String> ids = new ArrayList<>();
    client
        .get(TEAMS + "/" + team)
        .hasStatus(200)
        .matchesContract("readTeam")
        .at("/members")
        .forEach(one -> ids.add(one.path("userId").asText()));
    return ids;
  }

  private static String channelBody(String team) {
    return "{\"type\":\"MEMBER\",\"config\":{\"teamId\":\"%s\",\"name\":\"Night\"}}"
        .formatted(team);
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
    String id = team("Night", grace.id());
    JsonNode read = client.get(TEAMS + "/" + id).json();
    assertThat(read.at("/members/0/name").asText()).isEqualTo("Grace");
    assertThat(read.path("description").isNull()).isTrue();
    assertThat(read.path("updated_at").isNull()).isTrue();

    client
        .put(
            TEAMS + "/" + id,
            "{\"description\":\"At night\",\"userIds\":[\"%s\"]}".formatted(ada.id()))
        .hasStatus(200)
        .matchesContract("updateTeam");
    assertThat(members(id)).containsExactly(ada.id());
    assertThat(client.get(TEAMS + "/" + id).at("/name").asText()).isEqualTo("Night");
    client.put(TEAMS + "/" + id, "{\"name\":\"Day\",\"description\":null}").hasStatus(200);
    assertThat(members(id)).containsExactly(ada.id());
    assertThat(client.get(TEAMS + "/" + id).at("/description").isNull()).isTrue();
    client.put(TEAMS + "/" + id, "{\"name\":\"DAY\"}").hasStatus(200);

    client.delete(TEAMS + "/" + id).hasStatus(204).matchesContract("deleteTeam");
    client.get(TEAMS + "/" + id).isNotFound().matchesContract("readTeam");
    client.put(TEAMS + "/" + id, "{\"name\":\"Day\"}").isNotFound();
    client.delete(TEAMS + "/" + id).isNotFound();
  }

  @Test
  void theListIsPagedByName() {
    team("b");
    team("C");
    team("a");
    ApiReply first = client.get(TEAMS + "?limit=2&page=1").hasStatus(200);
    first.matchesContract("listTeams");
    assertThat(first.json()).extracting(one -> one.path("name").asText()).containsExactly("a", "b");
    assertThat(first.header("content-range")).isEqualTo("0-1/3");
    assertThat(client.get(TEAMS + "?limit=2&page=2").at("/0/name").asText()).isEqualTo("C");
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
    client.post(TEAMS, body).isInvalid(path);
    assertThat(client.get(TEAMS).json()).isEmpty();
  }

  @Test
  void textsAndListsAreBounded() {
    create("a".repeat(101)).isInvalid("/name");
    client
        .post(TEAMS, "{\"name\":\"a\",\"description\":\"%s\"}".formatted("a".repeat(1_001)))
        .isInvalid("/description");
    String[] many =
        IntStream.range(0, 101).mapToObj(i -> UUID.randomUUID().toString()).toArray(String[]::new);
    create("a", many).isInvalid("/userIds");
    create("a", grace.id(), grace.id()).isInvalid("/userIds/1");
    create("a", grace.id(), UUID.randomUUID().toString(), ada.id(), UUID.randomUUID().toString())
        .isInvalid("/userIds/1", "/userIds/3");
    String id = team("a", grace.id());
    client
        .put(TEAMS + "/" + id, body("a", ada.id(), UUID.randomUUID().toString()))
        .isInvalid("/userIds/1");
    assertThat(members(id)).containsExactly(grace.id());
  }

  @Test
  void aNameIsGivenOnceInAnyCase() {
    String id = team("Night");
    create("NIGHT").hasStatus(409).matchesContract("createTeam");
    String other = team("Day");
    client
        .put(TEAMS + "/" + other, "{\"name\":\"night\"}")
        .hasStatus(409)
        .matchesContract("updateTeam");
    APP.as(APP.newTenant()).post(TEAMS, body("Night")).hasStatus(201);
    client.delete(TEAMS + "/" + id).hasStatus(204);
    create("NIGHT").hasStatus(201);
  }

  /** What is said of a person of another account is what is said of no person. */
  @Test
  void anotherAccountLearnsNothing() {
    Tenant globex = APP.newTenant();
    ApiClient others = APP.as(globex);
    String id = team("Night", grace.id());
    others.get(TEAMS + "/" + id).isNotFound();
    others.put(TEAMS + "/" + id, "{\"name\":\"x\"}").isNotFound();
    others.delete(TEAMS + "/" + id).isNotFound();
    assertThat(others.get(TEAMS).json()).isEmpty();
    String unknown = UUID.randomUUID().toString();
    assertThat(others.post(TEAMS, body("x", grace.id())).isInvalid("/userIds/0").text())
        .isEqualTo(others.post(TEAMS, body("x", unknown)).isInvalid("/userIds/0").text());
    assertThat(
            others.post("/v1/alert-channels", channelBody(id)).isInvalid("/config/teamId").text())
        .isEqualTo(
            others
                .post("/v1/alert-channels", channelBody(unknown))
                .isInvalid("/config/teamId")
                .text());
    assertThat(members(id)).containsExactly(grace.id());
  }

  @Test
  void whoLeavesTheAccountLeavesItsTeams() {
    Tenant globex = APP.newTenant();
    people.join(globex, Role.VIEWER, grace.email());
    String here = team("Night", grace.id(), ada.id());
    String there = APP.as(globex).post(TEAMS, body("Night", grace.id())).hasStatus(201).id();
    client.delete("/v1/accounts/me/members/" + grace.id()).hasStatus(204);
    assertThat(members(here)).containsExactly(ada.id());
    assertThat(APP.as(globex).get(TEAMS + "/" + there).at("/members")).hasSize(1);
    assertThat(audit(here).get(0).path("action").asText()).isEqualTo("UPDATE");
  }

  @Test
  void theAuditLogTellsEachChangeOnce() {
    String id = team("Night", grace.id());
    client.put(TEAMS + "/" + id, body("Night", ada.id())).hasStatus(200);
    client.put(TEAMS + "/" + id, body("Night", ada.id())).hasStatus(200);
    client.delete(TEAMS + "/" + id).hasStatus(204);
    List<JsonNode> entries = audit(id);
    assertThat(entries)
        .extracting(one -> one.path("action").asText())
        .containsExactly("DELETE", "UPDATE", "CREATE");
    assertThat(entries.get(1).at("/changes").toString()).contains("/userIds", grace.id(), ada.id());
    assertThat(entries.get(2).at("/resource/name").asText()).isEqualTo("Night");
  }

  @Test
  void viewersReadAndEditorsWrite() {
    String id = team("Night", grace.id());
    grace.client().get(TEAMS + "/" + id).hasStatus(200);
    grace.client().put(TEAMS + "/" + id, "{\"name\":\"Day\"}").hasStatus(403);
    grace.client().post(TEAMS, body("Day")).hasStatus(403);
    grace.client().delete(TEAMS + "/" + id).hasStatus(403);
    ada.client().put(TEAMS + "/" + id, "{\"name\":\"Day\"}").hasStatus(200);
  }
}
