package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceFixture;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.testing.ApiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubscriptionResourceIT {
  private final ResourceFixture stage = new ResourceFixture(database -> new SubscriptionResource());
  private final ResourceFixture others = stage.inOther();
  private final ApiClient client = stage.client;
  private final String channel = channel("");
  private final String group = stage.make("/v2/check-groups", "{\"name\":\"G\"}");
  private final String check =
      stage.make(
          "/v1/checks/url?autoAssignAlerts=false",
          "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"}}");

  private String channel(String members) {
    return stage.make(
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
    List<DesiredResource> items =
        stage.inserted(List.of(ofCheck(channel, check, true), ofGroup(channel, group)));
    stage.assertStored(items);
    stage.update(items);
    stage.assertStored(items);
    stage.assertStored(stage.updated(items.get(0), ofCheck(channel, check, false)));
    assertThat(subscriptions())
        .isEqualTo(
            """
            [{"id":%s,"checkId":"%s","groupId":null,"activated":false},\
            {"id":%s,"checkId":null,"groupId":%s,"activated":true}]"""
                .formatted(items.get(0).id(), check, items.get(1).id(), group));
    stage.delete(items);
    stage.delete(items);
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
    List<DesiredResource> items =
        stage.inserted(List.of(ofCheck(channel, check, true), ofGroup(channel, group)));
    assertThat(subscriptions())
        .isEqualTo(
            """
            [{"id":%s,"checkId":"%s","groupId":null,"activated":true},\
            {"id":%s,"checkId":null,"groupId":%s,"activated":true}]"""
                .formatted(items.get(0).id(), check, items.get(1).id(), group));
  }

  @Test
  void twoMayChangePlaces() {
    String second = channel("");
    List<DesiredResource> items =
        stage.inserted(List.of(ofGroup(channel, group), ofGroup(second, group)));
    List<DesiredResource> swapped =
        List.of(
            stage.changed(items.get(0), ofGroup(second, group)),
            stage.changed(items.get(1), ofGroup(channel, group)));
    stage.update(swapped);
    stage.assertStored(swapped);
  }

  @Test
  void doesNotTouchOtherAccounts() {
    DesiredResource item = stage.inserted(ofGroup(channel, group));
    assertThat(others.read(item.id(), "no id")).isEmpty();
    others.delete(item);
    stage.assertStored(item);
  }

  @Test
  void oneChannelServesACheckOrGroupOnce() {
    List<DesiredResource> items =
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
  void aThousandLive() {
    List<String> channels =
        stage.work(
            connection ->
                connection
                    .query(
                        """
                        INSERT INTO alert_channels (account_id, type, config, settings, created_at)
                        SELECT '%s', 'EMAIL', '{}', '{}', now() FROM generate_series(1, 500)
                        RETURNING id::text"""
                            .formatted(stage.acme.account()))
                    .execute()
                    .map(
                        rows -> {
                          List<String> made = new ArrayList<>();
                          rows.forEach(row -> made.add(row.getString(0)));
                          return made;
                        }));
    List<String> payloads = new ArrayList<>();
    List<String> changed = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      payloads.add(ofCheck(channels.get(i), check, true));
      changed.add(ofCheck(channels.get(i), check, false));
      payloads.add(ofGroup(channels.get(i), group));
      changed.add(ofGroup(channels.get(499 - i), group));
    }
    stage.live(payloads, changed);
  }
}
