package dev.belfry.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.KindStage;
import dev.belfry.TestApp;
import dev.belfry.TestApp.Tenant;
import dev.belfry.resource.Item;
import dev.belfry.resource.Problem;
import dev.belfry.resource.ResourceType;
import dev.belfry.testing.ApiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubscriptionKindIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final KindStage stage = new KindStage(app, acme, new SubscriptionKind());
  private final KindStage others = new KindStage(app, app.newTenant(), new SubscriptionKind());
  private final String channel = channel("");
  private final String group = make("/v2/check-groups", "{\"name\":\"G\"}");
  private final String check =
      make(
          "/v1/checks/url?autoAssignAlerts=false",
          "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"}}");

  @AfterEach
  void close() {
    stage.close();
    others.close();
  }

  private String make(String path, String body) {
    return client.post(path, body).hasStatus(201).id();
  }

  private String channel(String members) {
    return make(
        "/v1/alert-channels",
        "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}" + members + "}");
  }

  private static String ofCheck(String channel, String check, boolean activated) {
    return "{\"alertChannelId\":%s,\"checkId\":\"%s\",\"activated\":%b}"
        .formatted(channel, check, activated);
  }

  private static String ofGroup(String channel, String group) {
    return "{\"alertChannelId\":%s,\"groupId\":%s}".formatted(channel, group);
  }

  private String subscriptions() {
    return client.get("/v1/alert-channels/" + channel).at("/subscriptions").toString();
  }

  @Test
  void readsWhatItWrote() {
    List<String> ids = stage.nextIds(2);
    List<Item> items =
        List.of(
            stage.item("a", ids.get(0), ofCheck(channel, check, true)),
            stage.item("b", ids.get(1), ofGroup(channel, group)));
    stage.insert(items);
    assertThat(stage.read(ids))
        .containsEntry(ids.get(0), items.get(0).document())
        .containsEntry(ids.get(1), items.get(1).document());
    Item changed = stage.update(ids.get(0), ofCheck(channel, check, false));
    assertThat(stage.read(ids.get(0))).isEqualTo(changed.document());
    assertThat(subscriptions())
        .isEqualTo(
            """
            [{"id":%s,"checkId":"%s","groupId":null,"activated":false},\
            {"id":%s,"checkId":null,"groupId":%s,"activated":true}]"""
                .formatted(ids.get(0), check, ids.get(1), group));
    stage.delete(ids);
    stage.delete(ids);
    assertThat(subscriptions()).isEqualTo("[]");
  }

  @Test
  void takesOverWhatWasMadeByHand() {
    for (String subject : List.of("\"checkId\":\"" + check + "\"", "\"groupId\":" + group)) {
      client
          .put(
              "/v1/alert-channels/" + channel + "/subscriptions",
              "{" + subject + ",\"activated\":false}")
          .hasStatus(200);
    }
    List<String> ids = stage.nextIds(2);
    stage.insert(
        List.of(
            stage.item("a", ids.get(0), ofCheck(channel, check, true)),
            stage.item("b", ids.get(1), ofGroup(channel, group))));
    assertThat(subscriptions())
        .isEqualTo(
            """
            [{"id":%s,"checkId":"%s","groupId":null,"activated":true},\
            {"id":%s,"checkId":null,"groupId":%s,"activated":true}]"""
                .formatted(ids.get(0), check, ids.get(1), group));
  }

  @Test
  void twoMayChangePlaces() {
    String second = channel("");
    List<String> ids = stage.nextIds(2);
    stage.insert(
        List.of(
            stage.item("a", ids.get(0), ofGroup(channel, group)),
            stage.item("b", ids.get(1), ofGroup(second, group))));
    List<Item> swapped =
        List.of(
            stage.item("a", ids.get(0), ofGroup(second, group)),
            stage.item("b", ids.get(1), ofGroup(channel, group)));
    stage.update(swapped);
    assertThat(stage.read(ids))
        .containsEntry(ids.get(0), swapped.get(0).document())
        .containsEntry(ids.get(1), swapped.get(1).document());
  }

  @Test
  void doesNotTouchOtherAccounts() {
    Item item = stage.insert(ofGroup(channel, group));
    assertThat(others.read(List.of(item.id(), "no id"))).isEmpty();
    others.delete(List.of(item.id()));
    assertThat(stage.read(item.id())).isEqualTo(item.document());
  }

  @Test
  void oneChannelServesACheckOrGroupOnce() {
    List<Item> items =
        List.of(
            stage.item("a", "1", ofGroup(channel, group)),
            stage.item("b", "2", ofCheck(channel, check, true)),
            stage.item("c", "3", ofGroup(channel, group)));
    assertThat(stage.problems(Map.of(ResourceType.SUBSCRIPTION, items), Map.of()))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.logicalId()).isEqualTo("c");
              assertThat(problem.violation().message()).endsWith(" in a");
            })
        .extracting(Problem::type)
        .isEqualTo(ResourceType.SUBSCRIPTION);
  }

  @Test
  void takesAThousandAtOnce() {
    List<String> channels =
        stage.in(
            connection ->
                connection
                    .query(
                        """
                        INSERT INTO alert_channels (account_id, type, config, settings, created_at)
                        SELECT '%s', 'EMAIL', '{}', '{}', now() FROM generate_series(1, 500)
                        RETURNING id::text"""
                            .formatted(acme.account()))
                    .execute()
                    .map(
                        rows -> {
                          List<String> made = new ArrayList<>();
                          rows.forEach(row -> made.add(row.getString(0)));
                          return made;
                        }));
    List<String> ids = stage.nextIds(1000);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      items.add(stage.item("c" + i, ids.get(2 * i), ofCheck(channels.get(i), check, true)));
      items.add(stage.item("g" + i, ids.get(2 * i + 1), ofGroup(channels.get(i), group)));
    }
    stage.insert(items);
    stage.update(items);
    Map<String, ObjectNode> stored = stage.read(ids);
    assertThat(items)
        .allSatisfy(item -> assertThat(stored.get(item.id())).isEqualTo(item.document()));
    assertThat(stage.problems(Map.of(ResourceType.SUBSCRIPTION, items), Map.of())).isEmpty();
    stage.delete(ids);
    assertThat(stage.read(ids)).isEmpty();
  }
}
