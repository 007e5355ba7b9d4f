package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.subscription.Strangers;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code DELETE /v1/status-pages/services/{id}}. */
class DeleteServiceIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String id =
      client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201).id();
  private final String path = "/v1/status-pages/services/" + id;

  @Test
  void deletesTheServiceOnce() {
    ApiReply reply = client.delete(path).hasStatus(204).matchesContract("deleteService");
    assertThat(reply.text()).isEmpty();
    client.get(path).isNotFound();
    client.delete(path).isNotFound();
    client.delete("/v1/status-pages/services/nonsense").isInvalid("/id");
  }

  @Test
  void incidentsGoOnWithoutIt() {
    String incident =
        client
            .post(
                "/v1/status-pages/incidents",
                """
                {"name":"Down","severity":"MAJOR","services":[{"id":"%s"}],
                 "incidentUpdates":[{"description":"Looking"}]}"""
                    .formatted(id))
            .hasStatus(201)
            .id();
    client.delete(path).hasStatus(204);
    ApiReply left =
        client
            .get("/v1/status-pages/incidents/" + incident)
            .hasStatus(200)
            .matchesContract("readIncident");
    assertThat(left.at("/services")).isEmpty();
    assertThat(left.at("/incidentUpdates")).hasSize(1);
  }

  @Test
  void monitorsNoLongerOpenIncidentsForIt() {
    String other =
        client.post("/v1/status-pages/services", "{\"name\":\"Mail\"}").hasStatus(201).id();
    ApiReply triggering = monitor(id);
    ApiReply bystander = monitor(other);
    assertThat(triggering.at("/updated_at").isNull()).isTrue();
    client.delete(path).hasStatus(204);

    ApiReply released = client.get("/v1/checks/" + triggering.id()).matchesContract("readCheck");
    assertThat(released.at("/triggerIncident").isNull()).isTrue();
    assertThat(released.json().has("triggerIncident")).isTrue();
    assertThat(released.at("/updated_at").asText())
        .isGreaterThanOrEqualTo(triggering.at("/created_at").asText());
    assertThat(client.get("/v1/checks/" + bystander.id()).json()).isEqualTo(bystander.json());
  }

  @Test
  void noMonitorKeepsItThatWasChangedMeanwhile() {
    String[] paths = new String[6];
    Arrays.setAll(paths, i -> "/v1/checks/url/" + monitor(id).id());
    for (String monitor : paths) {
      client.put(monitor, "{\"triggerIncident\":null}").hasStatus(200);
    }
    List<CompletableFuture<ApiReply>> changes =
        Stream.of(paths)
            .map(monitor -> CompletableFuture.supplyAsync(() -> client.put(monitor, trigger(id))))
            .toList();
    client.delete(path).hasStatus(204);
    for (CompletableFuture<ApiReply> change : changes) {
      assertThat(change.join().status()).isIn(200, 400);
    }
    assertThat(client.get("/v1/checks").json().findValues("triggerIncident"))
        .hasSize(6)
        .allMatch(JsonNode::isNull);
  }

  @Test
  void refusesStrangers() {
    new Strangers(app, acme, "DELETE", path, null).areRefused().findNothing(id);
    client.get(path).hasStatus(200);
  }

  private ApiReply monitor(String service) {
    return client
        .post(
            "/v1/checks/url",
            """
            {"name":"Home","request":{"url":"https://example.com/"},%s"""
                .formatted(trigger(service).substring(1)))
        .hasStatus(201);
  }

  private static String trigger(String service) {
    return """
    {"triggerIncident":{"serviceId":"%s","severity":"MINOR","name":"Home is down",
     "description":"It does not answer","notifySubscribers":false}}"""
        .formatted(service);
  }
}
