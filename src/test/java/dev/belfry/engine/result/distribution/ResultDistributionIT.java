package dev.belfry.engine.result.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server without Citus keeps its results; {@code CitusIT} distributes some. */
class ResultDistributionIT {
  @Test
  void isRefusedWithoutTheExtensionAndChangesNothing() throws SQLException {
    List<String> steps = new ArrayList<>();
    try (TestDatabase database = TestDatabase.createMigrated();
        Connection connection = database.jdbc()) {
      ResultDistribution distribution = new ResultDistribution(connection, steps::add);
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(distribution::run)
            .isInstanceOf(DistributionRefusedException.class)
            .hasMessageContaining("no extension citus")
            .hasMessageContaining("citus_add_node");
      }
      assertThat(steps).isEmpty();
      assertThat(
              database.count("SELECT count(*) FROM pg_namespace WHERE nspname = 'belfry_copies'"))
          .isZero();
      assertThat(database.count("SELECT count(*) FROM pg_views WHERE viewname = 'result_series'"))
          .isEqualTo(1);
    }
  }
}
