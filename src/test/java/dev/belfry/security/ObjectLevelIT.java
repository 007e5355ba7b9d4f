package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.auth.Role;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.contract.Parameter;
import dev.belfry.app.People;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * API1, broken object level authorization. {@code AccessMatrixIT} sends ids of one account with the
 * key of another to every operation, and references in bodies; here are the ways round that: a path
 * whose first id is one's own, and ids in the query.
 */
class ObjectLevelIT {
  private static final TestApp APP = TestApp.shared();

  private static ApiClient globex;

  /** A person of the same account, who may list what no key may. */
  private static ApiClient owner;

  private static Fixtures theirs;
  private static Fixtures own;

  @BeforeAll
  static void own() {
    Tenant acme = APP.newTenant();
    Tenant other = APP.newTenant();
    theirs = Fixtures.create(APP.as(acme), acme.account());
    globex = APP.as(other);
    owner = new People(APP).join(other, Role.OWNER).client();
    own = Fixtures.create(globex, other.account());
  }

  static Stream<OperationContract> nested() {
    return Contract.load().operations().stream()
        .filter(operation -> !operation.open())
        .filter(operation -> operation.path().split("\\{", -1).length == 3)
        // Resources of a deploy have names that each project gives itself.
        .filter(operation -> !operation.path().contains("{logicalId}"));
  }

  @ParameterizedTest
  @MethodSource("nested")
  void knowsNothingOfAPartOfSomethingElse(OperationContract operation) {
    String before = theirs.everything() + own.everything();
    String mine = own.address(operation.path());
    String other = theirs.address(operation.path());
    String rest = operation.path().substring(operation.path().indexOf('}') + 1);
    int mineHead = own.address(operation.path().replace(rest, "")).length();
    int otherHead = theirs.address(operation.path().replace(rest, "")).length();
    requireHidden(operation, mine.substring(0, mineHead) + other.substring(otherHead));
    requireHidden(operation, other.substring(0, otherHead) + mine.substring(mineHead));
    assertThat(theirs.everything() + own.everything()).isEqualTo(before);
  }

  private static void requireHidden(OperationContract operation, String path) {
    byte[] body =
        operation.body().isPresent()
            ? own.body(operation.id()).getBytes(StandardCharsets.UTF_8)
            : null;
    assertThat(globex.send(operation.method(), path, body).status()).as(path).isEqualTo(404);
  }

  static Stream<OperationContract> filtered() {
    return Contract.load().operations().stream()
        .filter(operation -> !operation.open() && !operation.writes())
        .filter(operation -> !operation.path().contains("{"))
        .filter(operation -> operation.parameters().stream().anyMatch(ObjectLevelIT::namesIds));
  }

  private static boolean namesIds(Parameter parameter) {
    return parameter.name().matches(".*(Id|Ids|id|ids)(\\[])?");
  }

  @ParameterizedTest
  @MethodSource("filtered")
  void showsNothingOfAnotherAccountToWhoNamesIt(OperationContract operation) {
    ApiClient client = operation.path().startsWith("/console/") ? owner : globex;
    for (Parameter parameter : operation.parameters()) {
      if (namesIds(parameter)) {
        for (String id : theirs.ids()) {
          ApiReply reply = client.get(operation.path() + "?" + parameter.name() + "=" + id);
          assertThat(reply.status()).as(reply.text()).isIn(200, 400, 404);
          assertThat(reply.status() == 200 ? reply.text() : "").doesNotContain(theirs.ids());
        }
      }
    }
  }
}
