package dev.belfry.account.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/accounts/me}. */
class ReadOwnAccountIT {
  private static final String PATH = "/v1/accounts/me";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();

  @Test
  void answersTheDocumentedDefaultsOfANewAccount() {
    ApiReply reply = app.as(acme).get(PATH).hasStatus(200).matchesContract("readOwnAccount");
    assertThat(reply.id()).isEqualTo(acme.account().toString());
    assertThat(reply.at("/alertSettings/escalationType").asText()).isEqualTo("RUN_BASED");
    assertThat(reply.at("/alertSettings/reminders/interval").asInt()).isEqualTo(5);
    assertThat(reply.at("/plan").asText()).isEqualTo("SELF_HOSTED");
  }

  @Test
  void answersWhatIsStored() throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement change =
            connection.prepareStatement(
                """
                UPDATE accounts SET name = '"Ω" & Sons', runtime_id = '2026.04', alert_settings =
                  alert_settings || '{"escalationType":"TIME_BASED"}' WHERE id = ?""")) {
      change.setObject(1, acme.account());
      change.executeUpdate();
    }
    ApiReply reply = app.as(acme).get(PATH).hasStatus(200).matchesContract("readOwnAccount");
    assertThat(reply.at("/name").asText()).isEqualTo("\"Ω\" & Sons");
    assertThat(reply.at("/runtimeId").asText()).isEqualTo("2026.04");
    assertThat(reply.at("/alertSettings/escalationType").asText()).isEqualTo("TIME_BASED");
  }

  @Test
  void isForKeysOfTheAccountOnly() {
    new Access(app, acme).requireForReading(PATH);
  }
}
