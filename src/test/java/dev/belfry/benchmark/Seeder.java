package dev.belfry.benchmark;

import static java.util.Objects.requireNonNull;

import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.api.auth.ApiKeys;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.Scope;
import dev.belfry.api.auth.SigningSecrets;
import dev.belfry.api.contract.Contract;
import dev.belfry.monitoring.monitor.MonitorWorkings;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.platform.db.schema.Migrations;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/**
 * Fills an empty database: one account with its keys, one service, two private locations and any
 * number of equal monitors. The id of the monitor number {@code n}, from 1, is {@link
 * #MONITOR_PREFIX} and {@code n} in twelve decimal digits, so that load generators need no list of
 * ids.
 *
 * <p>Arguments: the number of monitors, and the directory that receives {@code key} (the token of a
 * key without a limit), {@code limited} (that of one with a limit nobody reaches), {@code
 * body.json} and the scripts of {@link PgbenchScripts}.
 */
public final class Seeder {
  static final String MONITOR_PREFIX = "01900000-0000-7100-8000-";
  static final UUID ACCOUNT = UUID.fromString("01900000-0000-7000-8000-000000000001");

  private static final int UNREACHED = 1_000_000_000;
  private static final int CHUNK = 20_000;

  private static final String SERVICE =
      """
      INSERT INTO services (id, account_id, name, created_at)
      VALUES ('01900000-0000-7000-8000-000000000003', ?, 'Shop', now())""";

  /** The locations that the body names, so that an update that looks them up finds them. */
  private static final String PRIVATE_LOCATIONS =
      """
      INSERT INTO private_locations (id, account_id, name, slug_name, created_at)
      SELECT gen_random_uuid(), ?, slug, slug, now()
      FROM unnest('{head-office, warehouse}'::text[]) AS slug""";

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
      seeder.account();
      seeder.keys(config, directory);
      seeder.monitors(monitors, contract);
    }
    Files.write(directory.resolve("body.json"), SampleBodies.wire());
    PgbenchScripts.write(contract, directory, clock.instant());
  }

  private void account() throws SQLException {
    new AccountRegistration(connection).create(ACCOUNT, "Load", clock.instant());
    for (String named : List.of(SERVICE, PRIVATE_LOCATIONS)) {
      try (PreparedStatement insert = connection.prepareStatement(named)) {
        insert.setObject(1, ACCOUNT);
        insert.executeUpdate();
      }
    }
  }

  private void keys(Config config, Path directory) throws SQLException, IOException {
    Vertx vertx = Vertx.vertx();
    try {
      KeyTokens tokens = new KeyTokens(vertx, SigningSecrets.load(connection, config.keys()));
      Files.writeString(directory.resolve("key"), key(tokens, 0));
      Files.writeString(directory.resolve("limited"), key(tokens, UNREACHED));
    } finally {
      vertx.close().await();
    }
  }

  private String key(KeyTokens tokens, int limit) throws SQLException {
    Caller caller = new Caller(UUID.randomUUID(), ACCOUNT, Scope.WRITE, limit, null);
    ApiKeys.Made made = new ApiKeys(connection).create(caller, "load", clock.instant());
    return tokens.issue(made.key(), made.at());
  }

  private void monitors(int monitors, Contract contract) throws SQLException {
    String settings = MonitorWorkings.newSettings(SampleBodies.read(contract, "createUrlMonitor"));
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
