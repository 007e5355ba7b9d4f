package dev.belfry.account.profile;

import dev.belfry.platform.db.DatabaseUnusableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the account that an operator means. */
public final class AccountChoice {
  private final Connection connection;

  public AccountChoice(Connection connection) {
    this.connection = connection;
  }

  /**
   * The account named, else the only one there is.
   *
   * @param named null when none was named
   * @throws DatabaseUnusableException saying what to name when there is no such account, or more
   *     than one
   */
  public UUID choose(@Nullable UUID named) throws SQLException {
    List<UUID> found = find(named);
    if (found.size() == 1) {
      return found.get(0);
    }
    if (named != null) {
      throw new DatabaseUnusableException("There is no account " + named, null);
    }
    throw new DatabaseUnusableException(
        found.isEmpty()
            ? "There is no account yet; create one with accounts create"
            : "There are several accounts; name one with --account or BELFRY_FILES_ACCOUNT",
        null);
  }

  private List<UUID> find(@Nullable UUID named) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT id FROM accounts WHERE ?::uuid IS NULL OR id = ?::uuid LIMIT 2")) {
      select.setObject(1, named);
      select.setObject(2, named);
      try (ResultSet rows = select.executeQuery()) {
        List<UUID> found = new ArrayList<>();
        while (rows.next()) {
          found.add(rows.getObject(1, UUID.class));
        }
        return found;
      }
    }
  }
}
