package dev.belfry.account.people;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.auth.Role;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Ids;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the command line does with persons: it makes links for a first member and for a new
 * password, forgets identities, and turns second factors off. Blocks.
 */
public final class PersonRegistration {
  /** How long a link for a new password works. */
  private static final Duration PASSWORD_LIFE = Duration.ofDays(1);

  private static final String FORGET =
      "DELETE FROM invitations WHERE account_id IS NOT DISTINCT FROM ? AND email = ?";

  private static final String INSERT =
      """
      INSERT INTO invitations (id, account_id, email, role, token_hash, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)""";

  private static final String IS_PERSON = "SELECT FROM users WHERE email = ?";

  private static final String FORGET_IDENTITY =
      """
      WITH person AS (SELECT id FROM users WHERE email = ?),
      ended AS (UPDATE console_sessions SET ended_at = now()
        WHERE user_id = (SELECT id FROM person) AND ended_at IS NULL)
      DELETE FROM user_identities WHERE user_id = (SELECT id FROM person)""";

  private static final String LOCK_FIRST =
      "SELECT pg_advisory_xact_lock(hashtextextended('belfry.first_owner', 0))";

  private static final String NEEDS_OWNER =
      """
      SELECT NOT EXISTS (SELECT FROM users) AND NOT EXISTS (
        SELECT FROM invitations WHERE email = ? AND role = 'OWNER' AND expires_at > now())""";

  private static final String RESET =
      """
      DELETE FROM second_factors USING users
      WHERE users.id = second_factors.user_id AND users.email = ?""";

  private final Connection connection;
  private final Ids ids;
  private final SecureRandom random;

  /**
   * @param random makes links
   */
  public PersonRegistration(Connection connection, Ids ids, SecureRandom random) {
    this.connection = connection;
    this.ids = ids;
    this.random = random;
  }

  /**
   * The path of a link that makes a person a member, owner or other.
   *
   * @throws DatabaseUnusableException for a text that is no e-mail address
   */
  public String invite(UUID account, String address, Role role, Instant now) throws SQLException {
    return link(account, email(address), role, now, Invitations.LIFE);
  }

  /**
   * Whether the first owner needs a link: there is no person, and no link of this address works.
   * Instances that ask at once wait for the transaction of the first.
   *
   * @throws DatabaseUnusableException for a text that is no e-mail address
   */
  public boolean needsOwner(String address) throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement(LOCK_FIRST);
        PreparedStatement needs = connection.prepareStatement(NEEDS_OWNER)) {
      lock.execute();
      needs.setString(1, email(address));
      try (ResultSet row = needs.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /**
   * The path of a link that sets a new password.
   *
   * @throws DatabaseUnusableException when no person has that address
   */
  public String newPassword(String address, Instant now) throws SQLException {
    String email = email(address);
    try (PreparedStatement find = connection.prepareStatement(IS_PERSON)) {
      find.setString(1, email);
      if (!find.executeQuery().next()) {
        throw new DatabaseUnusableException("There is no person with this e-mail address", null);
      }
    }
    return link(null, email, null, now, PASSWORD_LIFE);
  }

  /**
   * Forgets by what providers know a person, and ends the person's sessions: the next sign-in links
   * by the address again.
   *
   * @throws DatabaseUnusableException when no provider knows a person of that address
   */
  public void forgetIdentity(String address) throws SQLException {
    try (PreparedStatement forget = connection.prepareStatement(FORGET_IDENTITY)) {
      forget.setString(1, email(address));
      if (forget.executeUpdate() == 0) {
        throw new DatabaseUnusableException(
            "No person with this e-mail address has signed in over OpenID Connect", null);
      }
    }
  }

  /**
   * Turns the second factor of a person off, with the recovery codes.
   *
   * @throws DatabaseUnusableException when no person has that address, or the person has none
   */
  public void resetSecondFactor(String address) throws SQLException {
    try (PreparedStatement reset = connection.prepareStatement(RESET)) {
      reset.setString(1, email(address));
      if (reset.executeUpdate() == 0) {
        throw new DatabaseUnusableException(
            "There is no person with this e-mail address and a second factor", null);
      }
    }
  }

  private static String email(String address) {
    return EmailAddress.of(address)
        .orElseThrow(() -> new DatabaseUnusableException("This is no e-mail address", null));
  }

  private String link(
      @Nullable UUID account, String email, @Nullable Role role, Instant now, Duration life)
      throws SQLException {
    OpaqueKey link =
        OpaqueKey.make(Invitations.PREFIX, ids.next(), random, now.atOffset(ZoneOffset.UTC));
    try (PreparedStatement forget = connection.prepareStatement(FORGET);
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      forget.setObject(1, account);
      forget.setString(2, email);
      forget.executeUpdate();
      insert.setObject(1, link.id());
      insert.setObject(2, account);
      insert.setString(3, email);
      insert.setString(4, role == null ? null : role.name());
      insert.setBytes(5, link.hash());
      insert.setObject(6, link.createdAt());
      insert.setObject(7, link.createdAt().plus(life));
      insert.executeUpdate();
    }
    return Invitations.PATH + link.raw().value();
  }
}
