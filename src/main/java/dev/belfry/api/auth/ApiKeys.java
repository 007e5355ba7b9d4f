package dev.belfry.api.auth;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes and revokes keys for the command line and the demo. Blocks. */
public final class ApiKeys {
  /** Makes rows; the values follow in the order of the columns, in the driver's placeholders. */
  public static final String INSERT_INTO =
      """
      INSERT INTO api_keys
        (id, account_id, name, scope, administers, rate_limit, created_at, expires_at, made_by)
      """;

  private static final String INSERT = INSERT_INTO + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)";

  private static final String REVOKE =
      "UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = ?";

  private static final String RENAME = "UPDATE api_keys SET name = ? WHERE id = ?";

  private static final String FIND =
      """
      SELECT id, account_id, scope, administers, rate_limit, expires_at, created_at FROM api_keys
      WHERE name = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      ORDER BY created_at LIMIT 1""";

  private static final String LIST =
      """
      SELECT id, name, scope, administers, created_at, expires_at FROM api_keys
      WHERE account_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      ORDER BY created_at""";

  private final Connection connection;

  public ApiKeys(Connection connection) {
    this.connection = connection;
  }

  /** A key and when it was made, which is all that its token is made from. */
  public record Made(Caller key, Instant at) {}

  /** Stores a new key: its permissions, never its token. */
  public Made create(Caller key, String name, Instant now) throws SQLException {
    Instant at = now.truncatedTo(ChronoUnit.SECONDS);
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, key.keyId());
      insert.setObject(2, key.accountId());
      insert.setString(3, name);
      insert.setString(4, key.scope().wire());
      insert.setBoolean(5, key.scope().administers());
      insert.setObject(6, key.rateLimit().orElse(null));
      insert.setObject(7, at.atOffset(ZoneOffset.UTC));
      insert.setObject(8, key.expiry() == null ? null : key.expiry().atOffset(ZoneOffset.UTC));
      insert.executeUpdate();
    }
    return new Made(key, at);
  }

  /**
   * A key in force; its token is not stored.
   *
   * @param expiry null = never
   */
  public record Listed(
      UUID id, String name, Scope scope, Instant createdAt, @Nullable Instant expiry) {}

  /** The keys of an account that are in force, oldest first. */
  public List<Listed> list(UUID account) throws SQLException {
    List<Listed> all = new ArrayList<>();
    try (PreparedStatement list = connection.prepareStatement(LIST)) {
      list.setObject(1, account);
      try (ResultSet rows = list.executeQuery()) {
        while (rows.next()) {
          OffsetDateTime expiry = rows.getObject(6, OffsetDateTime.class);
          all.add(
              new Listed(
                  rows.getObject(1, UUID.class),
                  rows.getString(2),
                  Scope.ofWire(rows.getString(3), rows.getBoolean(4)),
                  rows.getObject(5, OffsetDateTime.class).toInstant(),
                  expiry == null ? null : expiry.toInstant()));
        }
      }
    }
    return all;
  }

  /** Revokes a key; false when there is none of that id. */
  public boolean revoke(UUID key) throws SQLException {
    try (PreparedStatement revoke = connection.prepareStatement(REVOKE)) {
      revoke.setObject(1, key);
      return revoke.executeUpdate() > 0;
    }
  }

  /** Gives a key another name. */
  public void rename(UUID key, String name) throws SQLException {
    try (PreparedStatement rename = connection.prepareStatement(RENAME)) {
      rename.setString(1, name);
      rename.setObject(2, key);
      rename.executeUpdate();
    }
  }

  /** The oldest key of a name that is in force. */
  public Optional<Made> find(String name) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setString(1, name);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.of(made(rows)) : Optional.empty();
      }
    }
  }

  private static Made made(ResultSet rows) throws SQLException {
    OffsetDateTime expiry = rows.getObject(6, OffsetDateTime.class);
    Caller key =
        new Caller(
            rows.getObject(1, UUID.class),
            rows.getObject(2, UUID.class),
            Scope.ofWire(rows.getString(3), rows.getBoolean(4)),
            (Integer) rows.getObject(5),
            expiry == null ? null : expiry.toInstant());
    return new Made(key, rows.getObject(7, OffsetDateTime.class).toInstant());
  }
}
