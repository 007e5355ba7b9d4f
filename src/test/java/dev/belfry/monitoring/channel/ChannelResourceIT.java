package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceFixture;
import dev.belfry.app.TestApp;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.testing.ApiClient;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChannelResourceIT {
  private static final ChannelAvailability ALL = new ChannelAvailability(Map.of());

  private static final String HOOK =
      """
      {"type":"WEBHOOK","sslExpiry":true,"sslExpiryThreshold":7,
       "config":{"name":"Hook %s","url":"https://e.org/hook","template":"{{ALERT_TITLE}}",
        "headers":[{"key":"X","value":"1"}],"webhookSecret":"s3cret"}}""";

  private final ResourceFixture stage =
      new ResourceFixture(database -> new ChannelResource(TestApp.shared().sealer(), ALL));
  private final ResourceFixture others = stage.inOther();
  private final ApiClient client = stage.client;

  @Test
  void readsWhatItWrote() {
    DesiredResource item = stage.inserted(HOOK.formatted("1"));
    stage.assertStored(item);
    String stored =
        stage.work(
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
    DesiredResource changed =
        stage.updated(item, "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}");
    stage.assertStored(changed);
    assertThat(client.get("/v1/alert-channels/" + item.id()).text())
        .contains("\"created_at\":\"" + stage.written + "\"")
        .contains("\"updated_at\":\"" + stage.written + "\"");
    stage.delete(item);
    stage.delete(item);
    client.get("/v1/alert-channels/" + item.id()).isNotFound();
  }

  @Test
  void readsWhatWasMadeByHandLikeWhatItWrites() {
    for (String payload :
        List.of(
            HOOK.formatted("x"),
            "{\"type\":\"SLACK\",\"config\":{\"url\":\"https://e.org\",\"channel\":null}}")) {
      String id = stage.make("/v1/alert-channels", payload);
      stage.assertStored(stage.item("x", id, payload));
    }
  }

  @Test
  void whatCannotBeUnsealedIsLikeNothingThatIsWanted() {
    DesiredResource item = stage.inserted(HOOK.formatted("1"));
    Sealer stranger = Sealer.of(List.of("another secret altogether"));
    assertThat(stage.with(new ChannelResource(stranger, ALL)).read(item.id()).values())
        .singleElement()
        .satisfies(
            read -> assertThat(read.at("/config/webhookSecret").textValue()).isEqualTo("\0lost"));
  }

  @Test
  void doesNotTouchOtherAccounts() {
    DesiredResource item = stage.inserted(HOOK.formatted("1"));
    assertThat(others.read(item.id(), "no id")).isEmpty();
    others.update(List.of(others.item("x", item.id(), HOOK.formatted("stolen"))));
    others.delete(item);
    stage.assertStored(item);
    assertThat(stage.problems(Map.of(), Map.of())).isEmpty();
  }

  @Test
  void aThousandLive() {
    stage.live(
        ResourceFixture.many(1000, HOOK), Collections.nCopies(1000, HOOK.formatted("again")));
  }
}
