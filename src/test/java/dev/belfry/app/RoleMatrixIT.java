package dev.belfry.app;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which role may do what, over every operation of the contract. The table names the operations that
 * need another role than their method says; a new one needs no line.
 */
class RoleMatrixIT {
  /** Operations by the role they need, beside those that read (viewer) and write (editor). */
  private static final Map<Role, List<String>> TABLE =
      Map.of(
          Role.VIEWER,
          List.of(
              "switchSession",
              "removeSession",
              "changePassword",
              "updateOwnProfile",
              "updateOwnPhone",
              "removeOwnPhone",
              "requestPhoneCode",
              "confirmOwnPhone",
              "beginSecondFactor",
              "confirmSecondFactor",
              "removeSecondFactor",
              "createRecoveryCodes",
              "registerOwnDevice",
              "removeOwnDevice"),
          Role.RESPONDER,
          List.of(
              "createAlertAction",
              "createAlertGroupAction",
              "createIncident",
              "updateIncident",
              "patchIncident",
              "deleteIncident",
              "createIncidentUpdate",
              "updateIncidentUpdate",
              "deleteIncidentUpdate",
              "triggerCheckSessions",
              "triggerCheckSessionsV1",
              "cancelCheckSession",
              "createOnCallOverride",
              "deleteOnCallOverride"),
          Role.ADMIN,
          List.of(
              "listAuditLog",
              "listApiKeys",
              "createApiKey",
              "readApiKey",
              // Judged by the operation, since the key of a program may revoke itself.
              "revokeApiKey",
              "inviteMember",
              "updateOwnMember",
              "updateAccountMember",
              "removeOwnMember",
              "removeAccountMember"),
          Role.OWNER,
          List.of("updateSignInPolicy"));

  private static final TestApp APP = TestApp.shared();
  private static final Map<Role, SignedIn> PERSONS = new EnumMap<>(Role.class);

  private static Fixtures owned;

  @BeforeAll
  static void join() {
    Tenant acme = APP.newTenant();
    owned = Fixtures.create(APP.as(acme), acme.account());
    People people = new People(APP);
    for (Role role : Role.values()) {
      PERSONS.put(role, people.join(acme, role));
    }
  }

  static Stream<OperationContract> operations() {
    return Contract.load().operations().stream().filter(operation -> !operation.open());
  }

  private static Role least(OperationContract operation) {
    return TABLE.entrySet().stream()
        .filter(row -> row.getValue().contains(operation.id()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(operation.writes() ? Role.EDITOR : Role.VIEWER);
  }

  @Test
  void theTableNamesOperationsOfTheContract() {
    List<String> ids = operations().map(OperationContract::id).toList();
    assertThat(TABLE.values()).allSatisfy(named -> assertThat(ids).containsAll(named));
  }

  /** What is not refused for the role may be refused for other reasons, with another message. */
  @ParameterizedTest
  @MethodSource("operations")
  void refusesEveryLowerRoleAndNoOther(OperationContract operation) {
    for (Role role : Role.values()) {
      if (operation.id().equals("followEvents") && role.includes(least(operation))) {
        continue; // It does not end.
      }
      ApiReply reply = send(role, operation);
      boolean refused = reply.status() == 403 && reply.at("/message").asText().equals("Forbidden");
      assertThat(refused)
          .as("%s by %s: %s", operation.id(), role, reply.text())
          .isEqualTo(!role.includes(least(operation)));
      if (refused) {
        reply.matchesContract(operation.id());
      }
    }
  }

  /** Ids that do not exist, so that no role changes what the next one needs. */
  private static ApiReply send(Role role, OperationContract operation) {
    String path = owned.address(operation.path());
    if (operation.writes()) {
      path =
          operation
              .path()
              .replaceFirst(
                  "(check-groups|alert-channels|maintenance-windows|objectives|on-call-schedules)/\\{[^}]+}",
                  "$1/9007199254740991")
              .replaceAll("\\{[^}]+}", "3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b39");
    }
    byte[] body =
        operation.body().isPresent()
            ? owned.body(operation.id()).getBytes(StandardCharsets.UTF_8)
            : null;
    return requireNonNull(PERSONS.get(role)).client().send(operation.method(), path, body);
  }
}
