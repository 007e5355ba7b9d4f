package dev.belfry.testing;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A valid request for every POST that needs a key; a new one must be added here. */
public final class Posts {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final ApiClient client;
  private final Fixtures owned;

  /**
   * @param client of the account that owns the fixtures
   */
  public Posts(ApiClient client, Fixtures owned) {
    this.client = client;
    this.owned = owned;
  }

  /** Every operation that takes effect once under an {@code Idempotency-Key} of an account. */
  public static Stream<OperationContract> all() {
    return Contract.load().operations().stream()
        .filter(operation -> operation.keyed() && !operation.open());
  }

  /** Where the request goes that does something. */
  public String address(OperationContract operation) {
    if (operation.id().equals("cancelCheckSession")) { // That of the fixtures is over.
      String started =
          new String(requireNonNull(body("triggerCheckSessions")), StandardCharsets.UTF_8);
      String session =
          client
              .post("/v2/check-sessions/trigger", started)
              .hasStatus(201)
              .at("/sessions/0/checkSessionId")
              .asText();
      return operation.path().replace("{id}", session);
    }
    if (operation.id().equals("cancelTestSession")) {
      String started = new String(requireNonNull(body("runTestSession")), StandardCharsets.UTF_8);
      String session =
          client
              .post("/v1/test-sessions/run", started)
              .hasStatus(202)
              .at("/testSessionId")
              .asText();
      return operation.path().replace("{id}", session);
    }
    return switch (operation.id()) { // Those of the fixtures have a trigger URL.
      case "createCheckTrigger" -> made(operation, "/v1/checks/api");
      case "createGroupTrigger" -> made(operation, "/v2/check-groups");
      case "restoreDeletedResource" ->
          operation.path().replace("{id}", SettledFixtures.deleted(client));
      default -> owned.address(operation.path());
    };
  }

  private String made(OperationContract operation, String path) {
    String body =
        path.endsWith("groups")
            ? "{\"name\":\"Once\"}"
            : "{\"name\":\"Once\",\"request\":{\"url\":\"https://e.org\"}}";
    return operation.path().replace("{id}", client.post(path, body).hasStatus(201).id());
  }

  /** A body that is good for one request, null where there is none. */
  public byte @Nullable [] body(String operationId) {
    String text = text(operationId, COUNT.incrementAndGet());
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private @Nullable String text(String operationId, int n) {
    return switch (operationId) {
      case "createCheckGroup", "createCheckGroupV2", "createService" -> "{\"name\":\"Once\"}";
      case "createAlertChannel" -> "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}";
      case "resendAlertNotifications" ->
          "{\"since\":\"%s\"}".formatted(Instant.now().minus(1, ChronoUnit.HOURS));
      case "createIncident" ->
          """
          {"name":"Down","severity":"MAJOR","services":[{"id":"%s"}],
           "incidentUpdates":[{"description":"Looking"}]}"""
              .formatted(id("/v1/status-pages/services/{id}"));
      case "createIncidentUpdate" -> "{\"description\":\"More\",\"status\":\"MONITORING\"}";
      case "createStatusPage" ->
          "{\"name\":\"Once\",\"url\":\"once-%d\",\"cards\":[]}".formatted(n);
      case "createStatusPageKey" -> "{\"name\":\"Once\"}";
      case "createSubscription" ->
          "{\"type\":\"EMAIL\",\"config\":\"once%d@example.org\"}".formatted(n);
      case "createSubscriptions" ->
          "{\"subscriptions\":[{\"type\":\"EMAIL\",\"config\":\"once%d@example.org\"}]}"
              .formatted(n);
      case "uploadCodeBundle", "uploadFile" -> "any bytes";
      case "runTestSession", "triggerTestSession", "createClientCertificate" ->
          ContractExamples.body(operationId).toString();
      case "createPrivateLocation" -> "{\"name\":\"Once\",\"slugName\":\"once-%d\"}".formatted(n);
      case "createVariable" -> "{\"key\":\"ONCE_%d\",\"value\":\"x\"}".formatted(n);
      case "createMaintenanceWindow" ->
          """
          {"name":"Once","startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z",
           "tags":["database"]}""";
      case "createTeam" -> "{\"name\":\"Once %d\"}".formatted(COUNT.incrementAndGet());
      case "createOnCallSchedule" ->
          "{\"name\":\"Once\",\"url\":\"http://127.0.0.1:1/on-call.ics\"}";
      case "createOnCallOverride" -> OnCallFixtures.override(client);
      case "createObjective" ->
          "{\"name\":\"Once\",\"target\":99.9,\"checkId\":\"%s\"}".formatted(id("/v1/checks/{id}"));
      case "triggerCheckSessions", "triggerCheckSessionsV1" ->
          "{\"target\":{\"checkId\":\"%s\"}}".formatted(id("/v1/checks/{id}"));
      case "deployProject", "deployProjectAtOnce" ->
          """
          {"project":{"logicalId":"once-%d","name":"Once"},"resources":[
           {"logicalId":"web","type":"status-page-service","payload":{"name":"Web"}}]}"""
              .formatted(n);
      case "inviteMember" ->
          "{\"email\":\"once%d@example.org\",\"role\":\"READ_ONLY\"}".formatted(n);
      case "createApiKey" -> "{\"name\":\"Once\",\"scope\":\"READ\"}";
      case "createAlertAction", "createAlertGroupAction" ->
          "{\"action\":\"COMMENT\",\"note\":\"Once\"}";
      case "analyzeChecks" -> "{\"checkIds\":[\"%s\"]}".formatted(id("/v1/checks/{id}"));
      case "previewAlerts" -> "{\"policy\":{\"muted\":true}}";
      case "sendMcpMessage" -> "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
      case "testAlertChannel",
          "resendAlertNotification",
          "createPrivateLocationKey",
          "cancelCheckSession",
          "cancelTestSession",
          "createCheckTrigger",
          "createGroupTrigger",
          "restoreDeletedResource",
          "cancelDeployment" ->
          null;
      default ->
          CheckSamples.made(operationId)
              .map(type -> CheckSamples.body(type, "Once"))
              .orElseThrow(() -> new AssertionError("Posts has no body for " + operationId));
    };
  }

  private String id(String template) {
    String address = owned.address(template);
    return address.substring(address.lastIndexOf('/') + 1);
  }
}
