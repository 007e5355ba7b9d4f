package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may do what, over every operation of the contract: a new one is covered by being there. Acme
 * owns one of each resource; Globex must neither see nor touch them.
 */
class AccessMatrixIT {
  private static final TestApp APP = TestApp.shared();

  /** Refused to every key: their own tests have what they answer persons. */
  private static final Set<String> OF_PERSONS =
      Set.of(
          "getOwnProfile",
          "getOwnPhone",
          "listSignIns",
          "getPushKey",
          "listOwnDevices",
          "removeOwnDevice");

  private static Tenant acme;
  private static Tenant globex;
  private static Fixtures owned;

  @BeforeAll
  static void own() {
    acme = APP.newTenant();
    globex = APP.newTenant();
    owned = Fixtures.create(APP.as(acme), acme.account());
  }

  static Stream<OperationContract> operations() {
    return Contract.load().operations().stream().filter(operation -> !operation.open());
  }

  static Stream<OperationContract> writes() {
    return operations().filter(OperationContract::writes);
  }

  static Stream<OperationContract> withId() {
    return operations()
        .filter(operation -> operation.path().contains("{"))
        .filter(operation -> !OF_PERSONS.contains(operation.id()));
  }

  static Stream<OperationContract> lists() {
    return operations()
        .filter(operation -> !operation.writes() && !operation.path().contains("{"))
        .filter(operation -> !operation.id().equals("followEvents")) // It does not end.
        .filter(operation -> !OF_PERSONS.contains(operation.id()));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void refusesMissingAndBadKeys(OperationContract operation) {
    send(APP.client(), operation).isUnauthorized().matchesContract(operation.id());
    send(APP.client().withKey("nonsense"), operation).isUnauthorized();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void refusesAnotherAccountInTheHeader(OperationContract operation) {
    send(APP.as(globex).with("X-Service-Account", acme.account().toString()), operation)
        .isForbidden()
        .matchesContract(operation.id());
    assertThat(send(APP.as(globex).with("X-Checkly-Account", "nonsense"), operation).status())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @MethodSource("writes")
  void refusesReadKeys(OperationContract operation) {
    send(APP.client().withKey(acme.readKey()), operation)
        .isForbidden()
        .matchesContract(operation.id());
  }

  @ParameterizedTest
  @MethodSource("withId")
  void knowsNothingOfAnotherAccountsResources(OperationContract operation) {
    String before = owned.everything();
    requireNotThere(send(APP.as(globex), operation), operation);
    assertThat(owned.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("lists")
  void listsNothingOfAnotherAccount(OperationContract operation) {
    ApiReply reply = send(APP.as(globex), operation).hasStatus(200);
    assertThat(reply.matchesContract(operation.id()).text()).doesNotContain(owned.ids());
  }

  /** A body may name resources too; those of another account do not exist for it. */
  @ParameterizedTest
  @MethodSource("writes")
  void acceptsNoReferenceToAnotherAccountsResources(OperationContract operation) {
    if (operation.path().contains("{")) {
      return;
    }
    for (String body : owned.bodiesThatReferTo(operation.id())) {
      ApiReply reply = APP.as(globex).send(operation.method(), operation.path(), bytes(body));
      assertThat(reply.status()).as(body).isIn(400, 404);
    }
  }

  private static ApiReply send(ApiClient client, OperationContract operation) {
    boolean takesBody = operation.body().isPresent();
    return client.send(
        operation.method(),
        owned.address(operation.path()),
        takesBody ? bytes(owned.body(operation.id())) : null);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("withId")
  void answers404ForIdsThatDoNotExist(OperationContract operation) {
    String path = operation.path();
    for (String id : List.of(UUID.randomUUID().toString())) {
      path =
          path.replaceFirst(
              "(check-groups|alert-channels|maintenance-windows|objectives|on-call-schedules)/\\{[^}]+}",
              "$1/9007199254740991");
      path = path.replaceAll("\\{[^}]+}", id);
    }
    boolean takesBody = operation.body().isPresent();
    ApiReply reply =
        APP.as(acme)
            .send(operation.method(), path, takesBody ? bytes(owned.body(operation.id())) : null);
    requireNotThere(reply, operation);
  }

  /** To destroy what is not there succeeds without doing anything (wire contract 3.2). */
  private static void requireNotThere(ApiReply reply, OperationContract operation) {
    if (operation.id().equals("destroyProject")) {
      assertThat(reply.hasStatus(200).at("/diff").isEmpty()).isTrue();
    } else {
      reply.isNotFound();
    }
    reply.matchesContract(operation.id());
  }
}
