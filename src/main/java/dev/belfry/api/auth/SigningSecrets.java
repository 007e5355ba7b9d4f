package dev.belfry.api.auth;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.Secret;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The secrets that sign API keys: the configured ones, else one that is made once and kept in the
 * database, so that equal instances agree without a switch. Blocks; runs before serving.
 */
public final class SigningSecrets {
  private static final int BYTES = 48;

  private static final String KEEP =
      """
      WITH made AS (INSERT INTO signing_secret (secret) VALUES (?) ON CONFLICT DO NOTHING RETURNING secret)
      SELECT secret FROM made UNION ALL SELECT secret FROM signing_secret LIMIT 1""";

  private static final String KEPT = "SELECT secret FROM signing_secret";

  private SigningSecrets() {}

  /** The secret that was made here, empty when it was never needed. */
  public static Optional<String> kept(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(KEPT);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
    }
  }

  /** The secrets in force: the first signs, every one verifies. */
  public static List<String> load(Connection connection, Config.Keys keys) throws SQLException {
    if (!keys.secrets().isEmpty()) {
      return keys.secrets().stream().map(Secret::value).toList();
    }
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    try (PreparedStatement statement = connection.prepareStatement(KEEP)) {
      statement.setString(1, Base64.getEncoder().encodeToString(random));
      try (ResultSet rows = statement.executeQuery()) {
        if (rows.next()) {
          return List.of(rows.getString(1));
        }
      }
    }
    // Another instance made it between our two looks.
    return load(connection, keys);
  }
}
