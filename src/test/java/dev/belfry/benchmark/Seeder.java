package dev.belfry.benchmark;

import static java.util.Objects.requireNonNull;

import dev.belfry.account.AccountRegistration;
import dev.belfry.auth.ApiKeys;
import dev.belfry.auth.Caller;
import dev.belfry.auth.KeyTokens;
import dev.belfry.auth.Scope;
import dev.belfry.auth.SigningSecrets;
import dev.belfry.config.Config;
import dev.belfry.config.ConfigLoader;
import dev.belfry.config.DatabaseAddress;
import dev.belfry.contract.Contract;
import dev.belfry.db.Jdbc;
import dev.belfry.db.Migrations;
import dev.belfry.monitor.MonitorWorkings;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

/**
 * Fills an empty database: one account with an unlimited key, one service and any number of equal
 * monitors. The id of the monitor number {@code n}, from 1, is {@link #MONITOR_PREFIX} and {@code
 * n} in twelve decimal digits, so that load generators need no list of ids.
 *
 * <p>Arguments: the number of monitors, and the directory that receives {@code key} (the token),
 * {@code body.json} and the scripts of {@link PgbenchScripts}.
 */
public final class Seeder {
  static final String MONITOR_PREFIX = "01900000-0000-7100-8000-";
  static final UUID ACCOUNT = UUID.fromString("01900000-0000-7000-8000-000000000001");

  private static final UUID KEY = UUID.fromString("01900000-0000-7000-8000-000000000002");
  private static final int CHUNK = 20_000;

  private static final String SERVICE =
      """
      INSERT INTO services (id, account_id, name, created_at)
      VALUES ('01900000-0000-7000-8000-000000000003', ?, 'Shop', now())""";

  private static final String MONITORS =
      """
      INSERT INTO checks (id, account_id, check_type, settings, created_at)
      SELECT (? || lpad(n::text, 12, '0'))::uuid, ?, 'URL', ?::jsonb, now()
      FROM generate_series(?, ?) n""";

  private final Connection connection;
  private final InstantSource clock;

  private Seeder(Connection connection, InstantSource clock) {
    this.connection = connection;
    this.clock = clock;
  }

  /** Migrates and fills the database that {@code BELFRY_DATABASE_URL} names. */
  public static void main(String[] arguments) throws SQLException, IOException {
    int monitors = Integer.parseInt(arguments[0]);
    Path directory = Files.createDirectories(Path.of(arguments[1]));
    Config config = ConfigLoader.load(System.getenv(), Path.of(""));
    DatabaseAddress address = requireNonNull(config.database().address(), "BELFRY_DATABASE_URL");
    InstantSource clock = InstantSource.system();
    Contract contract = Contract.load();
    new Migrations().migrate(address);
    try (Connection connection = Jdbc.connect(address)) {
      Seeder seeder = new Seeder(connection, clock);
      Files.writeString(directory.resolve("key"), seeder.account(config));
      seeder.monitors(monitors, contract);
    }
    Files.write(directory.resolve("body.json"), Bodies.wire());
    PgbenchScripts.write(contract, directory, clock.instant());
  }

  /** Makes the account, its service and its key; answers the key's token. */
  private String account(Config config) throws SQLException {
    Instant now = clock.instant();
    new AccountRegistration(connection).create(ACCOUNT, "Load", now);
    try (PreparedStatement service = connection.prepareStatement(SERVICE)) {
      service.setObject(1, ACCOUNT);
      service.executeUpdate();
    }
    ApiKeys.Made made =
        new ApiKeys(connection).create(new Caller(KEY, ACCOUNT, Scope.WRITE, 0, null), "load", now);
    Vertx vertx = Vertx.vertx();
    try {
      return new KeyTokens(vertx, SigningSecrets.load(connection, config.keys()))
          .issue(made.key(), made.at());
    } finally {
      vertx.close().await();
    }
  }

  private void monitors(int monitors, Contract contract) throws SQLException {
    String settings = MonitorWorkings.newSettings(Bodies.read(contract, "createUrlMonitor"));
    try (PreparedStatement insert = connection.prepareStatement(MONITORS)) {
      insert.setString(1, MONITOR_PREFIX);
      insert.setObject(2, ACCOUNT);
      insert.setString(3, settings);
      for (int first = 1; first <= monitors; first += CHUNK) {
        insert.setInt(4, first);
        insert.setInt(5, Math.min(monitors, first + CHUNK - 1));
        insert.executeUpdate();
      }
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute("VACUUM ANALYZE checks");
    }
  }
}
