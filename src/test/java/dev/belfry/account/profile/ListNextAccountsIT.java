package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /next/accounts}. */
class ListNextAccountsIT {
  private static final String PATH = "/next/accounts";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void answersWhatTheListOfAccountsAnswers() {
    ApiReply reply = client.get(PATH).hasStatus(200).matchesContract("listNextAccounts");
    assertThat(reply.json()).hasSize(1).isEqualTo(client.get("/v1/accounts").json());
    assertThat(reply.at("/0/id").asText()).isEqualTo(acme.account().toString());
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(PATH);
  }
}
