package dev.belfry.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.KindStage;
import dev.belfry.TestApp;
import dev.belfry.TestApp.Tenant;
import dev.belfry.error.ApiException;
import dev.belfry.http.JsonText;
import dev.belfry.location.PrivateLocationLookup;
import dev.belfry.resource.Item;
import dev.belfry.resource.Problem;
import dev.belfry.resource.ResourceType;
import dev.belfry.seal.Sealer;
import dev.belfry.testing.ApiClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupKindIT {
  private static final String SECRETS =
      """
      {"name":"Web %1$s","v":2,"environmentVariables":[{"key":"TOKEN","value":"abc","secret":true},
        {"key":"PLAIN","value":"p%1$s"}],
       "apiCheckDefaults":{"basicAuth":{"username":"u","password":"pass"}}}""";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final KindStage stage = stage(acme, app.sealer());
  private final KindStage others = stage(app.newTenant(), app.sealer());

  private KindStage stage(Tenant tenant, Sealer sealer) {
    return new KindStage(
        app, tenant, new GroupKind(new GroupLookup(), new PrivateLocationLookup(), sealer));
  }

  @AfterEach
  void close() {
    stage.close();
    others.close();
  }

  private String make(String path, String body) {
    return client.post(path, body).hasStatus(201).id();
  }

  private String check(String group) {
    return make(
        "/v1/checks/url",
        "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"},\"groupId\":" + group + "}");
  }

  private String stored(String id) {
    return stage.in(
        connection ->
            connection
                .query("SELECT settings::text FROM check_groups WHERE id = " + id)
                .execute()
                .map(rows -> rows.iterator().next().getString(0)));
  }

  @Test
  void readsWhatItWrote() {
    Item item = stage.insert(SECRETS.formatted("1"));
    assertThat(stage.read(item.id())).isEqualTo(item.document());
    assertThat(stored(item.id())).doesNotContain("abc", "\"pass\"").contains("sealed:");
    client.get("/v1/check-groups/" + item.id()).hasStatus(200).matchesContract("readCheckGroup");
    Item changed = stage.update(item.id(), "{\"name\":\"First generation\",\"muted\":true}");
    assertThat(stage.read(item.id())).isEqualTo(changed.document());
    assertThat(client.get("/v1/check-groups/" + item.id()).text())
        .contains("\"created_at\":\"2026-03-01T12:00:00.000Z\"")
        .contains("\"updated_at\":\"2026-03-01T12:00:00.000Z\"");
    stage.delete(List.of(item.id()));
    stage.delete(List.of(item.id()));
    client.get("/v1/check-groups/" + item.id()).isNotFound();
  }

  @Test
  void readsWhatWasMadeByHandLikeWhatItWrites() {
    String second = make("/v2/check-groups", SECRETS.formatted("x"));
    String first = make("/v1/check-groups", "{\"name\":\"G\"}");
    assertThat(stage.read(second))
        .isEqualTo(stage.item("x", second, SECRETS.formatted("x")).document());
    assertThat(stage.read(first)).isEqualTo(stage.item("x", first, "{\"name\":\"G\"}").document());
  }

  @Test
  void whatCannotBeUnsealedIsLikeNothingThatIsWanted() {
    Item item = stage.insert(SECRETS.formatted("1"));
    try (KindStage stranger = stage(acme, Sealer.of(List.of("another secret altogether")))) {
      assertThat(stranger.read(item.id()).at("/environmentVariables/0/value").textValue())
          .isEqualTo("\0lost");
    }
  }

  @Test
  void doesNotTouchOtherAccounts() {
    Item item = stage.insert(SECRETS.formatted("1"));
    assertThat(others.read(List.of(item.id(), "no id", "-1"))).isEmpty();
    others.update(List.of(others.item("x", item.id(), "{\"name\":\"Stolen\"}")));
    others.delete(List.of(item.id()));
    assertThat(stage.read(item.id())).isEqualTo(item.document());
    assertThat(others.problems(Map.of(), Map.of(ResourceType.CHECK_GROUP, Set.of(item.id()))))
        .isEmpty();
  }

  @Test
  void aGroupIsNotDeletedUnderItsChecks() {
    Item item = stage.insert("{\"name\":\"G\"}");
    String mine = check(item.id());
    check(item.id());
    String wanted = check(item.id());
    Item moved =
        new Item("url", wanted, JsonText.parse("{\"name\":\"Moved\",\"groupId\":null}"), null);
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
    assertThatThrownBy(() -> stage.delete(List.of(item.id())))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("still has checks");
  }

  @Test
  void settingsHaveToSuitTheChecksOutsideTheProject() {
    Item item = stage.insert("{\"name\":\"G\",\"v\":2}");
    stage.in(
        connection ->
            connection
                .query(
                    """
                    INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)
                    VALUES (gen_random_uuid(), '%s', 'HEARTBEAT', %s,
                      '{"name":"Nightly","frequency":60}', now())"""
                        .formatted(acme.account(), item.id()))
                .execute());
    Item wanted = stage.item("grp", item.id(), "{\"name\":\"G\",\"v\":2,\"runParallel\":true}");
    assertThat(stage.problems(Map.of(ResourceType.CHECK_GROUP, List.of(wanted)), Map.of()))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.logicalId()).isEqualTo("grp");
              assertThat(problem.violation().path()).isEqualTo("/runParallel");
              assertThat(problem.violation().message()).contains("Nightly");
            });
    ObjectNode joins = JsonText.parse("{\"name\":\"Home\",\"groupId\":" + item.id() + "}");
    Item check = new Item("url", UUID.randomUUID().toString(), joins, null);
    assertThat(stage.problems(Map.of(ResourceType.CHECK, List.of(check)), Map.of())).isEmpty();
  }

  @Test
  void tellsOfPrivateLocationsThatWillNotBeThere() {
    make("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}");
    Item item =
        stage.item("grp", "1", "{\"name\":\"G\",\"privateLocations\":[\"cellar\",\"moon\"]}");
    assertThat(stage.problems(Map.of(ResourceType.CHECK_GROUP, List.of(item)), Map.of()))
        .extracting(Problem::type, Problem::logicalId, problem -> problem.violation().path())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                ResourceType.CHECK_GROUP, "grp", "/privateLocations/1"));
  }

  @Test
  void takesAThousandAtOnce() {
    List<Item> items = stage.many(1000, SECRETS);
    List<String> ids = items.stream().map(Item::id).toList();
    stage.insert(items);
    Map<String, ObjectNode> stored = stage.read(ids);
    assertThat(items)
        .allSatisfy(item -> assertThat(stored.get(item.id())).isEqualTo(item.document()));
    List<Item> changed =
        items.stream()
            .map(item -> stage.item(item.logicalId(), item.id(), SECRETS.formatted("again")))
            .toList();
    stage.update(changed);
    assertThat(stage.problems(Map.of(ResourceType.CHECK_GROUP, changed), Map.of())).isEmpty();
    Map<String, ObjectNode> after = stage.read(ids);
    assertThat(changed)
        .allSatisfy(item -> assertThat(after.get(item.id())).isEqualTo(item.document()));
    stage.delete(ids);
    assertThat(stage.read(ids)).isEmpty();
  }
}
