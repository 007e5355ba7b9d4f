package dev.belfry.testing;

import dev.belfry.engine.result.distribution.ResultDistribution;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.platform.db.schema.Migrations;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The Citus cluster that {@code BELFRY_TEST_CITUS_URL} names: a database of tests on a coordinator
 * with workers. It is migrated and distributed when it is first needed, and kept.
 */
public final class CitusCluster {
  private CitusCluster() {}

  /** Whether this process tests on a cluster. */
  public static boolean isNamed() {
    return !named().isBlank();
  }

  /** The coordinator, with distributed tables. Fails without one, so that no test is skipped. */
  public static DatabaseAddress address() {
    return Holder.ADDRESS;
  }

  private static String named() {
    return System.getenv().getOrDefault("BELFRY_TEST_CITUS_URL", "");
  }

  private static final class Holder {
    static final DatabaseAddress ADDRESS = prepare();
  }

  private static DatabaseAddress prepare() {
    if (!isNamed()) {
      throw new AssertionError("BELFRY_TEST_CITUS_URL names no coordinator");
    }
    DatabaseAddress address = DatabaseAddress.parse(named());
    new Migrations().migrate(address);
    try (Connection connection = Jdbc.connect(address)) {
      new ResultDistribution(connection, step -> {}).run();
      return address;
    } catch (SQLException e) {
      throw new AssertionError("the cluster does not take the tables", e);
    }
  }
}
