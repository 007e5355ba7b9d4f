package dev.belfry.account.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.CheckSamples;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.OnCallFixtures;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation of the contract that writes leaves an entry about the right resource, with the
 * key and the request that made the change, if and only if it succeeds. A new one has to say here
 * what it changes.
 */
class EveryWriteIsAuditedIT {
  private static final AuditFixture STAGE = new AuditFixture();
  private static Fixtures owned;

  @BeforeAll
  static void own() {
    owned = Fixtures.create(STAGE.client, STAGE.acme.account());
  }

  static Stream<OperationContract> writes() {
    return Contract.load().operations().stream()
        .filter(OperationContract::writes)
        .filter(operation -> !operation.open());
  }

  @Test
  void everyOperationIsAccountedFor() {
    List<String> writing =
        Contract.load().operations().stream()
            .filter(OperationContract::writes)
            .map(OperationContract::id)
            .toList();

    assertThat(writing)
        .allSatisfy(
            id ->
                assertThat(
                        Stream.of(
                            AuditedWrites.left(id) != null,
                            AuditedWrites.leavesNothing(id),
                            AuditedWrites.OF_ANYBODY.contains(id)))
                    .as(id)
                    .containsOnlyOnce(true));
    assertThat(writing)
        .containsAll(AuditedWrites.LEAVES.keySet())
        .containsAll(AuditedWrites.LEAVE_NOTHING);
    assertThat(writing).containsAll(AuditedWrites.OF_ANYBODY);
  }

  @ParameterizedTest
  @MethodSource("writes")
  void leavesAnEntryIfItSucceeds(OperationContract operation) {
    boolean destroys = operation.method().equals("DELETE");
    AuditFixture stage = destroys ? new AuditFixture() : STAGE;
    Fixtures mine = destroys ? Fixtures.create(stage.client, stage.acme.account()) : owned;
    prepare(operation, stage, mine);
    String request = AuditFixture.requestId();

    ApiReply reply = send(stage.request(request), operation, mine, mine.address(operation.path()));

    List<JsonNode> left = stage.left(request);
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (reply.status() == 202 && left.isEmpty() && AuditedWrites.left(operation.id()) != null) {
      assertThat(System.nanoTime()).as("deployed in time").isLessThan(deadline);
      left = stage.left(request);
    }
    if (AuditedWrites.leavesNothing(operation.id())) {
      assertThat(left).isEmpty();
      return;
    }
    assertThat(reply.status()).as(reply.text()).isBetween(200, 299);
    assertThat(reply.header("x-request-id")).isEqualTo(request);
    assertThat(left).extracting(AuditFixture::kind).contains(AuditedWrites.left(operation.id()));
    assertThat(left)
        .allSatisfy(
            entry -> {
              assertThat(entry.at("/actor/type").asText()).isEqualTo("KEY");
              assertThat(entry.at("/actor/id").asText()).isEqualTo(stage.acme.keyId().toString());
            });
    assertThat(left).extracting(one -> one.at("/resource").toString()).doesNotHaveDuplicates();
    boolean isPart = operation.id().equals("createOnCallOverride");
    if (reply.json().hasNonNull("id") && !operation.id().endsWith("Project") && !isPart) {
      assertThat(left).extracting(one -> one.at("/resource/id").asText()).contains(reply.id());
    }
  }

  /** Another account's request for our resources, and ours for what is not there. */
  @ParameterizedTest
  @MethodSource("writes")
  void leavesNoneIfItFails(OperationContract operation) {
    String request = AuditFixture.requestId();
    Tenant globex = STAGE.app.newTenant();
    String foreign = operation.path().contains("{") ? owned.address(operation.path()) : "/v1/none";
    send(STAGE.app.as(globex).with("X-Request-Id", request), operation, owned, foreign);
    String missing =
        operation
            .path()
            .replaceFirst(
                "(check-groups|alert-channels|maintenance-windows|objectives|on-call-schedules)/\\{[^}]+}",
                "$1/9007199254740991")
            .replaceAll("\\{[^}]+}", UUID.randomUUID().toString());
    if (!missing.equals(operation.path())) {
      send(STAGE.request(request), operation, owned, missing);
    }

    assertThat(STAGE.of(request)).isEmpty();
    assertThat(STAGE.app.as(globex).get(AuditFixture.LOG).text()).doesNotContain(request);
  }

  /** What has to be there for an operation to change something. */
  private static void prepare(OperationContract operation, AuditFixture stage, Fixtures mine) {
    switch (operation.id()) {
      case "deleteCheckGroup" ->
          stage.client.delete(mine.address("/v1/checks/{id}")).hasStatus(204);
      case "deleteIncidentUpdate" ->
          stage
              .client
              .post(
                  mine.address("/v1/status-pages/incidents/{id}/incident-updates"),
                  "{\"description\":\"More\",\"status\":\"MONITORING\"}")
              .hasStatus(201);
      case "createCheckTrigger", "createGroupTrigger" ->
          stage.client.delete(mine.address(operation.path())).hasStatus(204);
      default -> {}
    }
  }

  private static ApiReply send(
      ApiClient client, OperationContract operation, Fixtures mine, String path) {
    return client.send(
        operation.method(), path, operation.body().isPresent() ? body(operation, mine) : null);
  }

  private static byte[] body(OperationContract operation, Fixtures mine) {
    return own(operation.id(), mine).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The example of the contract where it does, else a body that refers to what we have; a project
   * of its own.
   */
  private static String own(String operation, Fixtures mine) {
    String service = mine.address("/v1/status-pages/services/{id}").substring(26);
    String check = mine.address("/v1/checks/url/{id}").substring(15);
    if (CheckSamples.changed(operation).isPresent()) {
      return "{\"name\":\"Renamed by %s\"}".formatted(operation);
    }
    Optional<CheckType> made = CheckSamples.made(operation);
    if (made.isPresent()) {
      return CheckSamples.body(made.get(), "New");
    }
    if (operation.equals("createOnCallOverride")) {
      return OnCallFixtures.override(STAGE.client);
    }
    @Nullable String body =
        Map.of(
                "createObjective",
                "{\"name\":\"x\",\"target\":99.9,\"checkId\":\"" + check + "\"}",
                "updateObjective",
                "{\"name\":\"y\"}",
                "updateAccountMember",
                "{\"role\":\"READ_RUN\"}",
                "subscribeAlertChannel",
                "{\"checkId\":\"" + check + "\",\"activated\":false}",
                "createAlertChannel",
                "{\"type\":\"EMAIL\",\"config\":{\"address\":\"b@e.org\"}}",
                "createIncident",
                "{\"name\":\"x\",\"severity\":\"MAJOR\",\"services\":[{\"id\":\""
                    + service
                    + "\"}],\"incidentUpdates\":[{\"description\":\"d\"}]}",
                "updateIncident",
                "{\"name\":\"y\",\"severity\":\"MINOR\",\"services\":[{\"id\":\""
                    + service
                    + "\"}]}",
                "createStatusPage",
                "{\"name\":\"x\",\"url\":\"x" + service + "\",\"cards\":[]}",
                "updateStatusPage",
                "{\"name\":\"z\",\"url\":\"z" + service + "\",\"cards\":[]}")
            .get(operation);
    return body == null
        ? mine.body(operation).replaceFirst("(\"logicalId\":\")", "$1" + operation)
        : body;
  }
}
