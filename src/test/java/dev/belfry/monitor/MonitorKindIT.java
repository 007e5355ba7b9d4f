package dev.belfry.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.KindStage;
import dev.belfry.TestApp;
import dev.belfry.TestApp.Tenant;
import dev.belfry.channel.Subscriptions;
import dev.belfry.db.Ids;
import dev.belfry.http.JsonText;
import dev.belfry.location.PrivateLocationLookup;
import dev.belfry.resource.Item;
import dev.belfry.resource.Problem;
import dev.belfry.resource.ResourceType;
import dev.belfry.testing.ApiClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MonitorKindIT {
  private static final String PAYLOAD =
      """
      {"name":"Home %1$s","frequency":5,"locations":["us-east-1","eu-west-1"],"tags":["n%1$s"],
       "request":{"url":"https://example.com/%1$s"}}""";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final KindStage stage = stage(acme);
  private final Tenant other = app.newTenant();
  private final KindStage others = stage(other);

  private KindStage stage(Tenant tenant) {
    return new KindStage(
        app,
        tenant,
        new MonitorKind(
            new Subscriptions(), new PrivateLocationLookup(), new Ids(InstantSource.system())));
  }

  @AfterEach
  void close() {
    stage.close();
    others.close();
  }

  private static String home(String members) {
    return "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.com/\"}" + members + "}";
  }

  private String make(String path, String body) {
    return client.post(path, body).hasStatus(201).id();
  }

  @Test
  void readsWhatItWrote() {
    String group = make("/v2/check-groups", "{\"name\":\"G\"}");
    String service = make("/v1/status-pages/services", "{\"name\":\"Web\"}");
    Item item =
        stage.insert(
            home(
                """
                ,"description":"d","frequency":0,"frequencyOffset":30,"maxResponseTime":5000.0,
                "retryStrategy":{"type":"FIXED","onlyOn":"NETWORK_ERROR"},"groupId":%s,
                "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"n",
                 "description":"d","notifySubscribers":true},
                "alertSettings":{"reminders":{}}"""
                    .formatted(group, service)));
    assertThat(stage.read(item.id())).isEqualTo(item.document());
    assertThat(client.get("/v1/checks/" + item.id()).matchesContract("readCheck").text())
        .contains("\"created_at\":\"2026-03-01T12:00:00.000Z\"");
    Item changed = stage.update(item.id(), home(",\"muted\":true"));
    assertThat(stage.read(item.id())).isEqualTo(changed.document());
    assertThat(client.get("/v1/checks/" + item.id()).matchesContract("readCheck").text())
        .contains("\"groupId\":null", "\"updated_at\":\"2026-03-01T12:00:00.000Z\"")
        .doesNotContain("frequencyOffset");
    stage.delete(List.of(item.id()));
    stage.delete(List.of(item.id()));
    client.get("/v1/checks/" + item.id()).isNotFound();
  }

  @Test
  void readsWhatWasMadeByHandLikeWhatItWrites() {
    String id = make("/v1/checks/url", home(",\"checkType\":\"URL\""));
    assertThat(stage.read(id)).isEqualTo(stage.item("x", id, home("")).document());
  }

  @Test
  void doesNotTouchOtherAccounts() {
    Item item = stage.insert(home(""));
    assertThat(others.read(List.of(item.id(), "no id", "17"))).isEmpty();
    others.update(List.of(others.item("x", item.id(), home(",\"muted\":true"))));
    others.delete(List.of(item.id()));
    assertThat(stage.read(item.id())).isEqualTo(item.document());
  }

  @Test
  void subscribesNewChecksToTheChannelsThatWantThem() {
    String email = "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}%s}";
    String wants = make("/v1/alert-channels", email.formatted(",\"autoSubscribe\":true"));
    make("/v1/alert-channels", email.formatted(""));
    Item item = stage.insert(home(""));
    assertThat(client.get("/v1/checks/" + item.id()).at("/alertChannelSubscriptions"))
        .hasToString("[{\"alertChannelId\":" + wants + ",\"activated\":true}]");
  }

  @Test
  void tellsOfPrivateLocationsThatWillNotBeThere() {
    String cellar = make("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}");
    String attic = make("/v1/private-locations", "{\"name\":\"Attic\",\"slugName\":\"attic\"}");
    app.as(other)
        .post("/v1/private-locations", "{\"name\":\"Foreign\",\"slugName\":\"foreign\"}")
        .hasStatus(201);
    ObjectNode shed = JsonText.parse("{\"slugName\":\"shed\"}");
    Item check =
        stage.item(
            "url-1",
            UUID.randomUUID().toString(),
            home(",\"privateLocations\":[\"shed\",\"cellar\",\"foreign\",\"attic\",\"moon\"]"));
    List<Problem> problems =
        stage.problems(
            Map.of(
                ResourceType.CHECK,
                List.of(check, stage.item("url-2", check.id(), home(""))),
                ResourceType.PRIVATE_LOCATION,
                List.of(new Item("shed", UUID.randomUUID().toString(), shed, null))),
            Map.of(ResourceType.PRIVATE_LOCATION, Set.of(attic)));
    assertThat(problems)
        .allSatisfy(problem -> assertThat(problem.type()).isEqualTo(ResourceType.CHECK))
        .allSatisfy(problem -> assertThat(problem.logicalId()).isEqualTo("url-1"))
        .extracting(problem -> problem.violation().path())
        .containsExactly("/privateLocations/2", "/privateLocations/3", "/privateLocations/4");
    assertThat(problems.get(1).violation().message()).contains("deleted");
    assertThat(stage.problems(Map.of(), Map.of(ResourceType.PRIVATE_LOCATION, Set.of(cellar))))
        .isEmpty();
  }

  @Test
  void takesAThousandAtOnce() {
    List<Item> items = stage.many(1000, PAYLOAD);
    stage.insert(items);
    List<String> ids = items.stream().map(Item::id).toList();
    Map<String, ObjectNode> stored = stage.read(ids);
    assertThat(stored).hasSize(1000);
    assertThat(items)
        .allSatisfy(item -> assertThat(stored.get(item.id())).isEqualTo(item.document()));
    List<Item> changed =
        items.stream()
            .map(
                item ->
                    stage.item(
                        item.logicalId(),
                        item.id(),
                        PAYLOAD.formatted(item.logicalId()).replace("us-east-1", "sa-east-1")))
            .toList();
    stage.update(changed);
    Map<String, ObjectNode> after = stage.read(ids);
    assertThat(changed)
        .allSatisfy(item -> assertThat(after.get(item.id())).isEqualTo(item.document()));
    stage.delete(ids);
    assertThat(stage.read(ids)).isEmpty();
  }
}
