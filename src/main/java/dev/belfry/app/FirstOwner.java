package dev.belfry.app;

import dev.belfry.account.people.PersonRegistration;
import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.account.profile.AccountRegistration.Listed;
import dev.belfry.api.auth.Role;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Jdbc;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The link of the first person, for the address in {@code BELFRY_ADMIN_EMAIL}. A start prints it
 * while the installation has no person; of several instances, one does.
 */
public final class FirstOwner {
  /** Name of an account that is made for the link. */
  static final String ACCOUNT = "Main";

  private final Config config;
  private final DatabaseAddress database;
  private final InstantSource clock;

  /**
   * @param database of the service, migrated
   */
  public FirstOwner(Config config, DatabaseAddress database, InstantSource clock) {
    this.config = config;
    this.database = database;
    this.clock = clock;
  }

  /**
   * The lines to print; empty without an address, with a person, or while an earlier link works.
   *
   * @throws DatabaseUnusableException when the link cannot be made
   */
  public Optional<String> prepare() {
    String email = config.adminEmail();
    if (email == null) {
      return Optional.empty();
    }
    try (Connection connection = Jdbc.connect(database)) {
      connection.setAutoCommit(false);
      Ids ids = new Ids(clock);
      PersonRegistration persons = new PersonRegistration(connection, ids, new SecureRandom());
      if (!persons.needsOwner(email)) {
        return Optional.empty();
      }
      String path = persons.invite(account(connection, ids), email, Role.OWNER, clock.instant());
      connection.commit();
      return Optional.of(
          """

          There is no person yet. This link makes %s an owner, once and within 7 days:

            %s%s"""
              .formatted(email, PublicAddress.of(config), path));
    } catch (SQLException e) {
      throw new DatabaseUnusableException(
          "Cannot make the link of the first owner: " + e.getMessage(), e);
    }
  }

  /** The oldest account, or a new one. */
  private UUID account(Connection connection, Ids ids) throws SQLException {
    AccountRegistration accounts = new AccountRegistration(connection);
    List<Listed> known = accounts.list();
    if (!known.isEmpty()) {
      return known.get(0).id();
    }
    UUID account = ids.next();
    accounts.create(account, ACCOUNT, clock.instant());
    return account;
  }
}
