package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/accounts/me/members}. */
class ListOwnMembersIT {
  private static final String PATH = "/v1/accounts/me/members";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void answersNobody() {
    ApiReply reply =
        client
            .get(PATH + "?limit=10&type=member&role=ADMIN&status=ACTIVE&search=a")
            .hasStatus(200)
            .matchesContract("listOwnMembers");
    assertThat(reply.text()).isEqualTo("{\"members\":[],\"length\":0,\"nextId\":null}");
  }

  @Test
  void namesEveryBadParameter() {
    client
        .get(PATH + "?limit=101&type=ghost&role=x&status=y&nextId=z")
        .isInvalid("/limit", "/type", "/role", "/status", "/nextId");
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(PATH);
  }
}
