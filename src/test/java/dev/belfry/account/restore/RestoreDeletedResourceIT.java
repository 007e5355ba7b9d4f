package dev.belfry.account.restore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/deleted-resources/{id}/restore}: how it is done, and for whom. */
class RestoreDeletedResourceIT {
  private final RestoreFixture fixture = new RestoreFixture();

  private static String path(JsonNode entry) {
    return RestoreFixture.LIST + "/" + entry.path("id").asText() + "/restore";
  }

  @Test
  void saysWhatReturnedAndWhatWaits() {
    String stays = fixture.channel("");
    String goes = fixture.channel("");
    String check = fixture.monitor("");
    fixture.delete("/v1/checks/" + check);
    fixture.delete("/v1/alert-channels/" + goes);

    ApiReply restored = fixture.restore(check);

    assertThat(restored.at("/resource/id").asText()).isEqualTo(check);
    assertThat(restored.at("/parts").toString())
        .isEqualTo("[{\"type\":\"alert-channel-subscription\",\"count\":1}]");
    assertThat(restored.at("/leftOut").toString())
        .isEqualTo(
            "[{\"type\":\"alert-channel-subscription\",\"reason\":\"OTHER_DELETED\",\"count\":1,"
                + "\"missing\":{\"type\":\"alert-channel\",\"id\":\""
                + goes
                + "\"}}]");
    assertThat(subscribed(check)).containsExactly(stays);
    assertThat(fixture.restore(goes).at("/parts/0/count").asInt()).isOne();
    assertThat(subscribed(check)).containsExactly(stays, goes);
  }

  private List<String> subscribed(String check) {
    return fixture
        .client
        .get("/v1/checks/" + check)
        .at("/alertChannelSubscriptions")
        .findValuesAsText("alertChannelId");
  }

  /** A channel with many subscriptions deletes them before itself. */
  @Test
  void aChannelOfManyChecksReturnsWithThem() {
    String channel = fixture.channel("");
    fixture.sql(
        """
        WITH made AS (
          INSERT INTO checks (id, account_id, check_type, settings, created_at)
          SELECT gen_random_uuid(), '%1$s', 'HEARTBEAT', '{"name":"x"}', now()
            FROM generate_series(1, 2300)
          RETURNING id)
        INSERT INTO alert_channel_subscriptions (account_id, channel_id, check_id, activated)
        SELECT '%1$s', %2$s, id, true FROM made"""
            .formatted(fixture.tenant.account(), channel));
    fixture.delete("/v1/alert-channels/" + channel);
    assertThat(fixture.entry(channel).at("/parts/0/count").asInt()).isEqualTo(1_000);

    assertThat(fixture.restore(channel).at("/parts/0/count").asInt()).isEqualTo(2_300);
  }

  /** What was taken away for itself before is not part of a deletion. */
  @Test
  void whatWasDeletedBeforeStaysDeleted() {
    String channel = fixture.channel("");
    String check = fixture.monitor("");
    fixture
        .client
        .put("/v1/checks/url/" + check, "{\"alertChannelSubscriptions\":[]}")
        .hasStatus(200);
    fixture.delete("/v1/checks/" + check);

    assertThat(fixture.restore(check).at("/parts")).isEmpty();
    assertThat(subscribed(check)).isEmpty();
    assertThat(channel).isNotEmpty();
  }

  @Test
  void isDoneOnceWhicheverInstanceIsAsked() throws Exception {
    String service = fixture.service("Web");
    fixture.delete(RestoreFixture.SERVICES + "/" + service);
    String path = path(fixture.entry(service));
    try (TestApp second = TestApp.startOn(fixture.app.database().address(), Map.of())) {
      ExecutorService threads = Executors.newFixedThreadPool(8);
      List<Callable<ApiReply>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        TestApp asked = i % 2 == 0 ? fixture.app : second;
        calls.add(() -> asked.client().withKey(fixture.tenant.key()).send("POST", path, null));
      }
      List<Integer> statuses = new ArrayList<>();
      for (Future<ApiReply> call : threads.invokeAll(calls)) {
        statuses.add(call.get().status());
      }
      threads.shutdown();
      assertThat(statuses).containsOnlyOnce(200);
      assertThat(statuses).allMatch(status -> status == 200 || status == 404);
    }
    assertThat(fixture.client.get(RestoreFixture.SERVICES + "/" + service).status()).isEqualTo(200);
    fixture.client.send("POST", path, null).isNotFound().matchesContract("restoreDeletedResource");
  }

  @Test
  void needsAKeyOfTheAccountThatWrites() {
    String service = fixture.service("Web");
    fixture.delete(RestoreFixture.SERVICES + "/" + service);
    String path = path(fixture.entry(service));

    fixture.client.withKey(fixture.tenant.readKey()).send("POST", path, null).isForbidden();
    new RestoreFixture().client.send("POST", path, null).isNotFound();
    assertThat(fixture.entries()).hasSize(1);
    String audit = "/v1/audit-log?limit=1&resourceId=" + service;
    fixture.client.with("X-Request-Id", "restoring-" + service).send("POST", path, null);
    JsonNode newest = fixture.client.get(audit).at("/entries/0");
    assertThat(newest.path("action").asText()).isEqualTo("CREATE");
    assertThat(newest.at("/actor/id").asText()).isEqualTo(fixture.tenant.keyId().toString());
    assertThat(newest.at("/actor/requestId").asText()).isEqualTo("restoring-" + service);
  }

  /** A deploy that leaves a resource out deletes it, and so does the end of the project. */
  @Test
  void returnsWhatADeployDeleted() {
    String service =
        "{\"logicalId\":\"web\",\"type\":\"status-page-service\",\"payload\":{\"name\":\"Web\"}}";
    String group =
        ",{\"logicalId\":\"group\",\"type\":\"check-group\",\"payload\":{\"name\":\"Group\"}}";
    deploy(service + group);
    deploy(service);
    JsonNode left = fixture.entries().get(0);
    assertThat(left.at("/resource/type").asText()).isEqualTo("check-group");
    assertThat(left.at("/actor/id").asText()).isEqualTo(fixture.tenant.keyId().toString());
    String id = left.at("/resource/id").asText();
    fixture.restore(id);
    assertThat(fixture.client.get("/v1/check-groups/" + id).at("/name").asText())
        .isEqualTo("Group");

    fixture.client.delete("/next/projects/restored").hasStatus(204);
    JsonNode gone = fixture.entries().get(0);
    assertThat(gone.at("/resource/name").asText()).isEqualTo("Web");
    fixture.restore(gone.at("/resource/id").asText());
  }

  private void deploy(String resources) {
    fixture
        .client
        .post(
            "/next-v2/projects/deploy",
            "{\"project\":{\"logicalId\":\"restored\",\"name\":\"R\"},\"resources\":["
                + resources
                + "]}")
        .hasStatus(200);
  }
}
