package dev.belfry.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.KindStage;
import dev.belfry.TestApp;
import dev.belfry.TestApp.Tenant;
import dev.belfry.resource.Item;
import dev.belfry.seal.Sealer;
import dev.belfry.testing.ApiClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChannelKindIT {
  private static final String HOOK =
      """
      {"type":"WEBHOOK","sslExpiry":true,"sslExpiryThreshold":7,
       "config":{"name":"Hook %s","url":"https://e.org/hook","template":"{{ALERT_TITLE}}",
        "headers":[{"key":"X","value":"1"}],"webhookSecret":"s3cret"}}""";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final KindStage stage = new KindStage(app, acme, new ChannelKind(app.sealer()));
  private final KindStage others =
      new KindStage(app, app.newTenant(), new ChannelKind(app.sealer()));

  @AfterEach
  void close() {
    stage.close();
    others.close();
  }

  @Test
  void readsWhatItWrote() {
    Item item = stage.insert(HOOK.formatted("1"));
    assertThat(stage.read(item.id())).isEqualTo(item.document());
    String stored =
        stage.in(
            connection ->
                connection
                    .query("SELECT config::text FROM alert_channels WHERE id = " + item.id())
                    .execute()
                    .map(rows -> rows.iterator().next().getString(0)));
    assertThat(stored).doesNotContain("s3cret").contains("sealed:");
    client
        .get("/v1/alert-channels/" + item.id())
        .hasStatus(200)
        .matchesContract("readAlertChannel");
    Item changed =
        stage.update(item.id(), "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}");
    assertThat(stage.read(item.id())).isEqualTo(changed.document());
    assertThat(client.get("/v1/alert-channels/" + item.id()).text())
        .contains("\"created_at\":\"2026-03-01T12:00:00.000Z\"")
        .contains("\"updated_at\":\"2026-03-01T12:00:00.000Z\"");
    stage.delete(List.of(item.id()));
    stage.delete(List.of(item.id()));
    client.get("/v1/alert-channels/" + item.id()).isNotFound();
  }

  @Test
  void readsWhatWasMadeByHandLikeWhatItWrites() {
    for (String payload :
        List.of(
            HOOK.formatted("x"),
            "{\"type\":\"SLACK\",\"config\":{\"url\":\"https://e.org\",\"channel\":null}}")) {
      String id = client.post("/v1/alert-channels", payload).hasStatus(201).id();
      assertThat(stage.read(id)).isEqualTo(stage.item("x", id, payload).document());
    }
  }

  @Test
  void whatCannotBeUnsealedIsLikeNothingThatIsWanted() {
    Item item = stage.insert(HOOK.formatted("1"));
    Sealer stranger = Sealer.of(List.of("another secret altogether"));
    try (KindStage strange = new KindStage(app, acme, new ChannelKind(stranger))) {
      assertThat(strange.read(item.id()).at("/config/webhookSecret").textValue())
          .isEqualTo("\0lost");
    }
  }

  @Test
  void doesNotTouchOtherAccounts() {
    Item item = stage.insert(HOOK.formatted("1"));
    assertThat(others.read(List.of(item.id(), "no id"))).isEmpty();
    others.update(List.of(others.item("x", item.id(), HOOK.formatted("stolen"))));
    others.delete(List.of(item.id()));
    assertThat(stage.read(item.id())).isEqualTo(item.document());
    assertThat(stage.problems(Map.of(), Map.of())).isEmpty();
  }

  @Test
  void takesAThousandAtOnce() {
    List<Item> items = stage.many(1000, HOOK);
    List<String> ids = items.stream().map(Item::id).toList();
    stage.insert(items);
    Map<String, ObjectNode> stored = stage.read(ids);
    assertThat(items)
        .allSatisfy(item -> assertThat(stored.get(item.id())).isEqualTo(item.document()));
    List<Item> changed =
        items.stream()
            .map(item -> stage.item(item.logicalId(), item.id(), HOOK.formatted("again")))
            .toList();
    stage.update(changed);
    Map<String, ObjectNode> after = stage.read(ids);
    assertThat(changed)
        .allSatisfy(item -> assertThat(after.get(item.id())).isEqualTo(item.document()));
    stage.delete(ids);
    assertThat(stage.read(ids)).isEmpty();
  }
}
