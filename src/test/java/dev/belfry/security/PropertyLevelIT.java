package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * API3, broken object property level authorization: what the service assigns itself cannot be
 * assigned by a body. {@code SecretsIT} shows that no answer holds a secret.
 */
class PropertyLevelIT {
  private static final TestApp APP = TestApp.shared();
  private static final String ID = "0badc0de-0bad-7bad-8bad-00000badc0de";
  private static final int NUMBER = 777_000_777;
  private static final String TIME = "1999-12-31T23:59:59.000Z";
  private static final List<String> OWN_MEMBERS =
      List.of("id", "accountId", "account_id", "userId", "keyId", "ownerId", "projectId");
  private static final List<String> TIMES =
      List.of("created_at", "updated_at", "createdAt", "updatedAt", "lastSeen");

  private static ApiClient client;
  private static Fixtures owned;

  @BeforeAll
  static void own() {
    Tenant acme = APP.newTenant();
    client = APP.as(acme);
    owned = Fixtures.create(client, acme.account());
  }

  static Stream<OperationContract> writes() {
    return Contract.load().operations().stream()
        .filter(
            operation ->
                operation.writes() && operation.body().isPresent() && !operation.takesForm());
  }

  @ParameterizedTest
  @MethodSource("writes")
  void ignoresOrRefusesWhatTheServiceAssigns(OperationContract operation) throws IOException {
    for (boolean number : new boolean[] {false, true}) {
      ObjectNode body = (ObjectNode) new ObjectMapper().readTree(owned.body(operation.id()));
      for (String member : OWN_MEMBERS) {
        // What the operation does take is not what this is about.
        if (!body.has(member)) {
          body.set(member, number ? body.numberNode(NUMBER) : body.textNode(ID));
        }
      }
      TIMES.forEach(member -> body.put(member, TIME));
      body.put("scope", "admin").put("plan", "admin-" + ID).put("rateLimit", NUMBER);
      body.putObject("__proto__").put("accountId", ID);
      ApiReply reply =
          client.send(
              operation.method(),
              owned.address(operation.path()),
              body.toString().getBytes(StandardCharsets.UTF_8));
      assertThat(reply.status()).as(reply.text()).isBetween(200, 499);
      if (reply.status() < 300) {
        assertThat(reply.text()).doesNotContain(ID, NUMBER + "", TIME);
      }
    }
    assertThat(readAll()).doesNotContain(ID, NUMBER + "", TIME);
  }

  private static String readAll() {
    StringBuilder all = new StringBuilder();
    Contract.load().operations().stream()
        .filter(operation -> operation.method().equals("GET") && !operation.path().contains("{"))
        .filter(operation -> !operation.id().equals("followEvents"))
        .forEach(operation -> all.append(client.get(operation.path()).text()));
    return all.toString();
  }
}
