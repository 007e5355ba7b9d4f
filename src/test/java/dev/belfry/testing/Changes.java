package dev.belfry.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A valid request for every PUT, PATCH and DELETE; a new PUT or PATCH must be added here. */
public final class Changes {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final ApiClient client;
  private final Fixtures owned;

  /**
   * @param client of the account that owns the fixtures
   */
  public Changes(ApiClient client, Fixtures owned) {
    this.client = client;
    this.owned = owned;
  }

  /** Every operation that changes or deletes a resource which another one reads. */
  public static Stream<OperationContract> all() {
    return Contract.load().operations().stream()
        .filter(operation -> operation.tagging().representation() != null)
        .filter(operation -> !operation.method().equals("POST"));
  }

  /** Every one of these that leaves the resource there. */
  public static Stream<OperationContract> ofWhatStays() {
    return all().filter(operation -> !operation.method().equals("DELETE"));
  }

  /** A body that changes something each time, null for an operation without one. */
  public byte @Nullable [] body(OperationContract operation) {
    if (operation.body().isEmpty()) {
      return null;
    }
    return text(operation.id(), COUNT.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
  }

  private String text(String operationId, int n) {
    return switch (operationId) {
      case "updateCheckGroup",
          "updateCheckGroupV2",
          "patchIncident",
          "updateService",
          "updatePrivateLocation" ->
          "{\"name\":\"Change %d\"}".formatted(n);
      case "updateAlertChannel" ->
          "{\"type\":\"EMAIL\",\"config\":{\"address\":\"change%d@e.org\"}}".formatted(n);
      case "subscribeAlertChannel" ->
          "{\"checkId\":\"%s\",\"activated\":%b}".formatted(id("/v1/checks/{id}"), !isSubscribed());
      case "updateIncident" ->
          "{\"name\":\"Change %d\",\"severity\":\"MINOR\",\"services\":[{\"id\":\"%s\"}]}"
              .formatted(n, id("/v1/status-pages/services/{id}"));
      case "updateIncidentUpdate" ->
          "{\"description\":\"Change %d\",\"status\":\"MONITORING\"}".formatted(n);
      case "updateStatusPage" ->
          "{\"name\":\"Change %d\",\"url\":\"c%s\",\"cards\":[]}"
              .formatted(n, id("/v1/status-pages/{id}"));
      case "updateVariable" -> "{\"key\":\"ACME\",\"value\":\"change %d\"}".formatted(n);
      case "updateObjective", "updateOnCallSchedule", "updateTeam" ->
          "{\"name\":\"Change %d\"}".formatted(n);
      case "updateMaintenanceWindow" ->
          """
          {"name":"Change %d","startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z",
           "tags":["database"]}"""
              .formatted(n);
      default ->
          CheckSamples.changed(operationId)
              .map(type -> "{\"name\":\"Change %d\"}".formatted(n))
              .orElseThrow(() -> new AssertionError("Changes has no body for " + operationId));
    };
  }

  private boolean isSubscribed() {
    String check = id("/v1/checks/{id}");
    for (JsonNode subscription :
        client.get(owned.address("/v1/alert-channels/{id}")).at("/subscriptions")) {
      if (subscription.path("checkId").asText().equals(check)) {
        return subscription.path("activated").asBoolean();
      }
    }
    return false;
  }

  private String id(String template) {
    String address = owned.address(template);
    return address.substring(address.lastIndexOf('/') + 1);
  }
}
