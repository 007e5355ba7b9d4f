package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceFixture;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.app.TestApp;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.testing.ApiClient;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GroupResourceIT {
  private static final String SECRETS =
      """
      {"name":"Web %1$s","v":2,"environmentVariables":[{"key":"TOKEN","value":"abc","secret":true},
        {"key":"PLAIN","value":"p%1$s"}],
       "apiCheckDefaults":{"basicAuth":{"username":"u","password":"pass"}}}""";

  private final ResourceFixture stage =
      new ResourceFixture(database -> resource(TestApp.shared().sealer()));
  private final ResourceFixture others = stage.inOther();
  private final ApiClient client = stage.client;

  private static GroupResource resource(Sealer sealer) {
    return new GroupResource(new GroupLookup(), new PrivateLocationLookup(), sealer);
  }

  private String check(String group) {
    return stage.make(
        "/v1/checks/url",
        "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"},\"groupId\":" + group + "}");
  }

  private String stored(String id) {
    return stage.work(
        connection ->
            connection
                .query("SELECT settings::text FROM check_groups WHERE id = " + id)
                .execute()
                .map(rows -> rows.iterator().next().getString(0)));
  }

  @Test
  void readsWhatItWrote() {
    DesiredResource item = stage.inserted(SECRETS.formatted("1"));
    stage.assertStored(item);
    assertThat(stored(item.id())).doesNotContain("abc", "\"pass\"").contains("sealed:");
    client.get("/v1/check-groups/" + item.id()).hasStatus(200).matchesContract("readCheckGroup");
    DesiredResource changed = stage.updated(item, "{\"name\":\"First generation\",\"muted\":true}");
    stage.assertStored(changed);
    assertThat(client.get("/v1/check-groups/" + item.id()).text())
        .contains("\"created_at\":\"" + stage.written + "\"")
        .contains("\"updated_at\":\"" + stage.written + "\"");
    stage.delete(item);
    stage.delete(item);
    client.get("/v1/check-groups/" + item.id()).isNotFound();
  }

  @Test
  void readsWhatWasMadeByHandLikeWhatItWrites() {
    String second = stage.make("/v2/check-groups", SECRETS.formatted("x"));
    String first = stage.make("/v1/check-groups", "{\"name\":\"G\"}");
    stage.assertStored(stage.item("x", second, SECRETS.formatted("x")));
    stage.assertStored(stage.item("x", first, "{\"name\":\"G\"}"));
  }

  @Test
  void whatCannotBeUnsealedIsLikeNothingThatIsWanted() {
    DesiredResource item = stage.inserted(SECRETS.formatted("1"));
    ResourceFixture stranger =
        stage.with(resource(Sealer.of(List.of("another secret altogether"))));
    assertThat(stranger.read(item.id()).values())
        .singleElement()
        .satisfies(
            read ->
                assertThat(read.at("/environmentVariables/0/value").textValue())
                    .isEqualTo("\0lost"));
  }

  @Test
  void doesNotTouchOtherAccounts() {
    DesiredResource item = stage.inserted(SECRETS.formatted("1"));
    assertThat(others.read(item.id(), "no id", "-1")).isEmpty();
    others.update(List.of(others.item("x", item.id(), "{\"name\":\"Stolen\"}")));
    others.delete(item);
    stage.assertStored(item);
    assertThat(others.problems(Map.of(), Map.of(ResourceType.CHECK_GROUP, Set.of(item.id()))))
        .isEmpty();
  }

  @Test
  void aGroupIsNotDeletedUnderItsChecks() {
    DesiredResource item = stage.inserted("{\"name\":\"G\"}");
    String mine = check(item.id());
    check(item.id());
    String wanted = check(item.id());
    DesiredResource moved =
        new DesiredResource(
            "url", wanted, JsonText.parse("{\"name\":\"Moved\",\"groupId\":null}"), null);
    List<Problem> problems =
        stage.problems(
            Map.of(ResourceType.CHECK, List.of(moved)),
            Map.of(ResourceType.CHECK_GROUP, Set.of(item.id()), ResourceType.CHECK, Set.of(mine)));
    assertThat(problems)
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.logicalId()).isEqualTo(item.id());
              assertThat(problem.violation().message()).contains("1 check stays", "\"Home\"");
            });
    assertThatThrownBy(() -> stage.delete(item))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("still has checks");
  }

  @Test
  void settingsHaveToSuitTheChecksOutsideTheProject() {
    DesiredResource item = stage.inserted("{\"name\":\"G\",\"v\":2}");
    stage.work(
        connection ->
            connection
                .query(
                    """
                    INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)
                    VALUES (gen_random_uuid(), '%s', 'HEARTBEAT', %s,
                      '{"name":"Nightly","frequency":60}', now())"""
                        .formatted(stage.acme.account(), item.id()))
                .execute());
    DesiredResource wanted =
        stage.item("grp", item.id(), "{\"name\":\"G\",\"v\":2,\"runParallel\":true}");
    assertThat(stage.problems(Map.of(ResourceType.CHECK_GROUP, List.of(wanted)), Map.of()))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.logicalId()).isEqualTo("grp");
              assertThat(problem.violation().path()).isEqualTo("/runParallel");
              assertThat(problem.violation().message()).contains("Nightly");
            });
    ObjectNode joins = JsonText.parse("{\"name\":\"Home\",\"groupId\":" + item.id() + "}");
    DesiredResource check = new DesiredResource("url", UUID.randomUUID().toString(), joins, null);
    assertThat(stage.problems(Map.of(ResourceType.CHECK, List.of(check)), Map.of())).isEmpty();
  }

  @Test
  void tellsOfPrivateLocationsThatWillNotBeThere() {
    stage.make("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}");
    DesiredResource item =
        stage.item("grp", "1", "{\"name\":\"G\",\"privateLocations\":[\"cellar\",\"moon\"]}");
    assertThat(stage.problems(Map.of(ResourceType.CHECK_GROUP, List.of(item)), Map.of()))
        .extracting(Problem::type, Problem::logicalId, problem -> problem.violation().path())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                ResourceType.CHECK_GROUP, "grp", "/privateLocations/1"));
  }

  @Test
  void aThousandLive() {
    stage.live(
        ResourceFixture.many(1000, SECRETS), Collections.nCopies(1000, SECRETS.formatted("again")));
  }
}
