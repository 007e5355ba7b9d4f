package dev.belfry.statuspages.domain;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.UUID;

/** Gives domains to accounts without a record, and takes them back, for an operator. */
public final class DomainGrants {
  private static final String YIELD =
      """
      UPDATE custom_domains SET proof = NULL, problem = 'TAKEN', misses = 0, check_ms = epoch_millis()
      WHERE domain = ? AND account_id <> ? AND proof IS NOT NULL""";

  private static final String ALLOW =
      """
      INSERT INTO custom_domains (account_id, domain, proof, check_ms)
      VALUES (?, ?, 'OPERATOR', epoch_millis() + 86400000)
      ON CONFLICT (account_id, domain) DO UPDATE SET proof = 'OPERATOR', problem = NULL, misses = 0""";

  private static final String WITHDRAW =
      """
      UPDATE custom_domains SET proof = NULL, misses = 0, check_ms = epoch_millis()
      WHERE account_id = ? AND domain = ? AND proof IS NOT NULL""";

  private final Connection connection;

  /** Works on a connection. */
  public DomainGrants(Connection connection) {
    this.connection = connection;
  }

  /** Gives a domain to an account; another account that has it loses it. */
  public void allow(UUID account, String domain) throws SQLException {
    String name = domain.toLowerCase(Locale.ROOT);
    connection.setAutoCommit(false);
    try (PreparedStatement others = connection.prepareStatement(YIELD);
        PreparedStatement allow = connection.prepareStatement(ALLOW)) {
      others.setString(1, name);
      others.setObject(2, account);
      others.executeUpdate();
      allow.setObject(1, account);
      allow.setString(2, name);
      allow.executeUpdate();
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** Takes a domain from an account, which then has to prove it; false when it has none. */
  public boolean withdraw(UUID account, String domain) throws SQLException {
    try (PreparedStatement withdraw = connection.prepareStatement(WITHDRAW)) {
      withdraw.setObject(1, account);
      withdraw.setString(2, domain.toLowerCase(Locale.ROOT));
      return withdraw.executeUpdate() > 0;
    }
  }
}
