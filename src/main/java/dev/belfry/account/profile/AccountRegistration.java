package dev.belfry.account.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.monitoring.check.AlertSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes accounts for the command line and the demo. Blocks. */
public final class AccountRegistration {
  private static final String INSERT =
      "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, ?, ?::jsonb, ?)";

  private static final String SET_QUOTA =
      """
      INSERT INTO account_quotas (account_id, quota, most) VALUES (?, ?, ?)
      ON CONFLICT (account_id, quota) DO UPDATE SET most = excluded.most""";

  private static final String FORGET_QUOTA =
      "DELETE FROM account_quotas WHERE account_id = ? AND quota = ?";

  private static final String LIST =
      "SELECT id, created_at, name FROM accounts ORDER BY created_at";

  private final Connection connection;

  public AccountRegistration(Connection connection) {
    this.connection = connection;
  }

  /** One account. The name may be empty. */
  public record Listed(UUID id, Instant createdAt, String name) {}

  /** All accounts, oldest first. */
  public List<Listed> list() throws SQLException {
    List<Listed> all = new ArrayList<>();
    try (PreparedStatement list = connection.prepareStatement(LIST);
        ResultSet rows = list.executeQuery()) {
      while (rows.next()) {
        all.add(
            new Listed(
                rows.getObject(1, UUID.class),
                rows.getObject(2, OffsetDateTime.class).toInstant(),
                rows.getString(3)));
      }
    }
    return all;
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

  /**
   * Sets a quota of an account. Fails when there is no such account.
   *
   * @param most 0 = unlimited; null = what the service gives every account
   */
  public void quota(UUID account, String name, @Nullable Long most) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(most == null ? FORGET_QUOTA : SET_QUOTA)) {
      statement.setObject(1, account);
      statement.setString(2, name);
      if (most != null) {
        statement.setLong(3, most);
      }
      statement.executeUpdate();
    }
  }
}
