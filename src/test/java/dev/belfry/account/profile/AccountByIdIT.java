package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /v1/accounts/{id}/entitlements} and {@code GET /v1/accounts/{id}/members}. */
class AccountByIdIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @ParameterizedTest
  @CsvSource({"entitlements, readAccountEntitlements", "members, listAccountMembers"})
  void showTheOwnAccountAlone(String part, String operation) {
    String path = "/v1/accounts/" + acme.account() + "/" + part;
    assertThat(client.get(path).hasStatus(200).matchesContract(operation).text())
        .isEqualTo(client.get("/v1/accounts/me/" + part).text());
    Tenant other = app.newTenant();
    client.get("/v1/accounts/" + other.account() + "/" + part).isNotFound();
    client.get("/v1/accounts/x/" + part).isInvalid("/id");
    new Access(app, acme).requireForReading(path);
  }
}
