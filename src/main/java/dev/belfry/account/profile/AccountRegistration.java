package dev.belfry.account.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.monitoring.check.AlertSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;

/** Makes accounts for the command line and the demo. Blocks. */
public final class AccountRegistration {
  private static final String INSERT =
      "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, ?, ?::jsonb, ?)";

  private final Connection connection;

  public AccountRegistration(Connection connection) {
    this.connection = connection;
  }

  /** Makes an account with the documented default alert settings. */
  public void create(UUID id, String name, Instant now) throws SQLException {
    String alertSettings = new ObjectMapper().valueToTree(AlertSettings.DEFAULT).toString();
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, id);
      insert.setString(2, name);
      insert.setString(3, alertSettings);
      insert.setObject(4, now.atOffset(ZoneOffset.UTC));
      insert.executeUpdate();
    }
  }
}
