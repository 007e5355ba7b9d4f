package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceFixture;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.testing.ApiClient;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MonitorResourceIT {
  private static final String PAYLOAD =
      """
      {"name":"Home %1$s","frequency":5,"locations":["us-east-1","eu-west-1"],"tags":["n%1$s"],
       "request":{"url":"https://example.com/%1$s"}}""";

  private final ResourceFixture stage =
      new ResourceFixture(
          database ->
              new MonitorResource(
                  new Subscriptions(),
                  new PrivateLocationLookup(),
                  () -> Future.succeededFuture(List.of()),
                  Sealer.of(List.of("of a test, long enough to be one")),
                  ResourceFixture.IDS));
  private final ResourceFixture others = stage.inOther();
  private final ApiClient client = stage.client;

  private static String home(String members) {
    return "{\"name\":\"Home\",\"request\":{\"url\":\"https://example.com/\"}" + members + "}";
  }

  @Test
  void readsWhatItWrote() {
    String group = stage.make("/v2/check-groups", "{\"name\":\"G\"}");
    String service = stage.make("/v1/status-pages/services", "{\"name\":\"Web\"}");
    DesiredResource item =
        stage.inserted(
            home(
                """
                ,"description":"d","frequency":0,"frequencyOffset":30,"maxResponseTime":5000.0,
                "retryStrategy":{"type":"FIXED","onlyOn":"NETWORK_ERROR"},"groupId":%s,
                "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"n",
                 "description":"d","notifySubscribers":true},
                "alertSettings":{"reminders":{}}"""
                    .formatted(group, service)));
    stage.assertStored(item);
    assertThat(client.get("/v1/checks/" + item.id()).matchesContract("readCheck").text())
        .contains("\"created_at\":\"" + stage.written + "\"");
    DesiredResource changed = stage.updated(item, home(",\"muted\":true"));
    stage.assertStored(changed);
    assertThat(client.get("/v1/checks/" + item.id()).matchesContract("readCheck").text())
        .contains("\"groupId\":null", "\"updated_at\":\"" + stage.written + "\"")
        .doesNotContain("frequencyOffset");
    stage.delete(item);
    stage.delete(item);
    client.get("/v1/checks/" + item.id()).isNotFound();
  }

  @Test
  void readsWhatWasMadeByHandLikeWhatItWrites() {
    String id = stage.make("/v1/checks/url", home(",\"checkType\":\"URL\""));
    stage.assertStored(stage.item("x", id, home("")));
  }

  @Test
  void doesNotTouchOtherAccounts() {
    DesiredResource item = stage.inserted(home(""));
    assertThat(others.read(item.id(), "no id", "17")).isEmpty();
    others.update(List.of(others.item("x", item.id(), home(",\"muted\":true"))));
    others.delete(item);
    stage.assertStored(item);
  }

  @Test
  void subscribesNewChecksToTheChannelsThatWantThem() {
    String email = "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}%s}";
    String wants = stage.make("/v1/alert-channels", email.formatted(",\"autoSubscribe\":true"));
    stage.make("/v1/alert-channels", email.formatted(""));
    DesiredResource item = stage.inserted(home(""));
    assertThat(client.get("/v1/checks/" + item.id()).at("/alertChannelSubscriptions"))
        .hasToString("[{\"alertChannelId\":" + wants + ",\"activated\":true}]");
  }

  @Test
  void tellsOfPrivateLocationsThatWillNotBeThere() {
    String cellar =
        stage.make("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}");
    String attic =
        stage.make("/v1/private-locations", "{\"name\":\"Attic\",\"slugName\":\"attic\"}");
    others.make("/v1/private-locations", "{\"name\":\"Foreign\",\"slugName\":\"foreign\"}");
    ObjectNode shed = JsonText.parse("{\"slugName\":\"shed\"}");
    DesiredResource check =
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
                List.of(new DesiredResource("shed", UUID.randomUUID().toString(), shed, null))),
            Map.of(ResourceType.PRIVATE_LOCATION, Set.of(attic)));
    assertThat(problems)
        .allSatisfy(problem -> assertThat(problem.type()).isEqualTo(ResourceType.CHECK))
        .allSatisfy(problem -> assertThat(problem.logicalId()).isEqualTo("url-1"))
        .extracting(problem -> problem.violation().path())
        .containsExactly("/privateLocations/2", "/privateLocations/3", "/privateLocations/4");
    assertThat(problems.get(1).violation().message())
        .contains("names a private location that this deploy deletes");
    assertThat(stage.problems(Map.of(), Map.of(ResourceType.PRIVATE_LOCATION, Set.of(cellar))))
        .isEmpty();
  }

  @Test
  void aThousandLive() {
    stage.live(
        ResourceFixture.many(1000, PAYLOAD),
        ResourceFixture.many(
            1000, PAYLOAD.replace("Home %1$s", "r%1$s").replace("us-east-1", "sa-east-1")));
  }
}
