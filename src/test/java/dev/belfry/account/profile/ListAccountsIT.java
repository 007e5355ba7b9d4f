package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/accounts}. */
class ListAccountsIT {
  private static final String PATH = "/v1/accounts";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();

  @Test
  void answersTheOneAccountOfTheKey() {
    ApiReply reply = app.as(acme).get(PATH).hasStatus(200).matchesContract("listAccounts");
    assertThat(reply.json()).hasSize(1);
    assertThat(reply.at("/0")).isEqualTo(app.as(acme).get(PATH + "/me").json());
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(PATH);
  }
}
