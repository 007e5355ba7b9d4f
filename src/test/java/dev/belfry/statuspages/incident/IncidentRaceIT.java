package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;
import static dev.belfry.statuspages.incident.IncidentFixture.incident;
import static dev.belfry.statuspages.incident.IncidentFixture.references;
import static dev.belfry.statuspages.incident.IncidentFixture.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests that get into each other's way. */
class IncidentRaceIT {
  private final IncidentFixture stage = new IncidentFixture();

  @Test
  void aServiceDeletedWhileAnIncidentIsOpenedForItIsNotFound() {
    String body = incident(references(stage.mail, stage.web), update("INVESTIGATING", null));
    ApiReply reply = whileDeleting(stage.web, () -> stage.client.post(INCIDENTS, body));
    reply.isNotFound();
    assertThat(stage.client.get(INCIDENTS).at("/length").asInt()).isZero();
  }

  @Test
  void aServiceDeletedWhileAnIncidentIsMovedToItIsNotFound() {
    ApiReply before = stage.open();
    ApiReply reply =
        whileDeleting(
            stage.mail,
            () ->
                stage.client.patch(
                    INCIDENTS + "/" + before.id(),
                    "{\"services\":" + references(stage.web, stage.mail) + "}"));
    reply.isNotFound();
    assertThat(stage.read(before.id()).json()).isEqualTo(before.json());
  }

  @Test
  void ofTwoDeletionsOfTheLastTwoUpdatesOneIsRefused() {
    for (int round = 0; round < 5; round++) {
      ApiReply incident = stage.open(update("IDENTIFIED", null), update("MONITORING", null));
      List<Integer> answers =
          together(
              2,
              i ->
                  stage.client.delete(
                      IncidentFixture.updates(incident.id())
                          + "/"
                          + incident.at("/incidentUpdates/" + i + "/id").asText()));
      assertThat(answers).containsExactlyInAnyOrder(204, 409);
      assertThat(stage.read(incident.id()).at("/incidentUpdates")).hasSize(1);
    }
  }

  @Test
  void concurrentChangesOfTheServicesLeaveOneOfTheListsSent() {
    String path = INCIDENTS + "/" + stage.open().id();
    String there = "{\"services\":" + references(stage.web, stage.mail) + "}";
    String back = "{\"services\":" + references(stage.mail, stage.web) + "}";
    String alone = "{\"services\":" + references(stage.mail) + "}";
    List<String> bodies = List.of(there, back, alone);
    assertThat(together(12, i -> stage.client.patch(path, bodies.get(i % 3)))).containsOnly(200);
    assertThat(stage.client.get(path).at("/services").findValuesAsText("id"))
        .isIn(List.of(stage.web, stage.mail), List.of(stage.mail, stage.web), List.of(stage.mail));
  }

  @Test
  void noConcurrentUpdateIsLost() {
    String id = stage.open().id();
    String path = IncidentFixture.updates(id);
    assertThat(together(12, i -> stage.client.post(path, update("MONITORING", null))))
        .containsOnly(201);
    assertThat(stage.read(id).at("/incidentUpdates")).hasSize(13);
  }

  @Test
  void deletingServicesWhileIncidentsChangeNeverFails() {
    for (int round = 0; round < 5; round++) {
      String one = IncidentFixture.service(stage.client, "One");
      String two = IncidentFixture.service(stage.client, "Two");
      String path = INCIDENTS + "/" + stage.open().id();
      String both = "{\"services\":" + references(one, two, stage.web) + "}";
      List<Integer> answers =
          together(
              6,
              i ->
                  i < 2
                      ? stage.client.delete("/v1/status-pages/services/" + (i == 0 ? one : two))
                      : stage.client.patch(path, both));
      assertThat(answers.subList(0, 2)).containsOnly(204);
      assertThat(answers.subList(2, 6)).isSubsetOf(200, 404);
      assertThat(stage.client.get(path).at("/services").findValuesAsText("name"))
          .containsExactly("Web");
    }
  }

  /** Sends a request that has to wait for a deletion, and lets the deletion happen. */
  private ApiReply whileDeleting(String service, Supplier<ApiReply> request) {
    return stage
        .app
        .database()
        .beforeCommitOf("DELETE FROM services WHERE id = '" + service + "'", request);
  }

  private static List<Integer> together(
      int requests, java.util.function.IntFunction<ApiReply> request) {
    List<CompletableFuture<Integer>> replies =
        IntStream.range(0, requests)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> request.apply(i).status(), task -> new Thread(task).start()))
            .toList();
    return replies.stream().map(CompletableFuture::join).toList();
  }
}
