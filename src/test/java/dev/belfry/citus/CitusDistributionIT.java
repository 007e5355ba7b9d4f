package dev.belfry.citus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.engine.result.distribution.DistributionRefusedException;
import dev.belfry.engine.result.distribution.ResultDistribution;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.CitusCluster;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Distributes a database of its own, with every step interrupted once. */
@Tag("citus")
class CitusDistributionIT {
  private static final int MOST_STEPS = 100;
  private static final List<String> TABLES =
      List.of("results", "result_details", "result_hours", "result_days");

  private final String name = "belfry_spread_" + ProcessHandle.current().pid();
  private final TestDatabase shared = TestDatabase.at(CitusCluster.address());
  private final List<DatabaseAddress> workers = new ArrayList<>();
  private TestDatabase database;

  /** Ends a run as a kill does: nothing of the step it is in is kept. */
  private static final class InterruptedRunException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @BeforeEach
  void create() {
    long count = shared.count("SELECT count(*) FROM pg_dist_node WHERE groupid > 0");
    for (long i = 0; i < count; i++) {
      String of =
          " FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid LIMIT 1 OFFSET %d".formatted(i);
      String server =
          LinkedWorker.text(shared, "SELECT nodename" + of)
              + ':'
              + shared.count("SELECT nodeport" + of);
      String url = TestDatabase.url(shared.address());
      workers.add(
          DatabaseAddress.parse(url.replace(shared.address().where().replace(" ", ""), server)));
    }
    database = TestDatabase.at(shared.address().withDatabase(name));
    List<TestDatabase> all = new ArrayList<>(List.of(shared));
    workers.forEach(worker -> all.add(TestDatabase.at(worker)));
    for (TestDatabase server : all) {
      server.execute("CREATE DATABASE " + name);
      TestDatabase.at(server.address().withDatabase(name)).execute("CREATE EXTENSION citus");
    }
    new Migrations().migrate(database.address());
  }

  @AfterEach
  void drop() {
    shared.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    workers.forEach(
        worker ->
            TestDatabase.at(worker).execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"));
  }

  private void addNodes() {
    database.count(
        "SELECT count(*) FROM (SELECT citus_set_coordinator_host('%s', %d)) AS set"
            .formatted(shared.address().host(), shared.address().port()));
    for (DatabaseAddress worker : workers) {
      database.count("SELECT citus_add_node('%s', %d)".formatted(worker.host(), worker.port()));
    }
    database.execute("ALTER DATABASE " + name + " SET citus.shard_count = 4");
  }

  /** Two closed days and two open ones. */
  private void fill() {
    database.execute(
        "SELECT make_partitions((epoch_millis() / 86400000)::int - n) FROM generate_series(0, 3) AS n");
    database.execute(
        "UPDATE result_progress SET hour = (epoch_millis() / 86400000 - 1) * 86400000 + 7200000");
    database.execute(
        """
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
          dns, tcp, tls, first_byte, download)
        SELECT epoch_millis() - n * 600000 - s, s, n, 1, 0, n % 2 * 2, 0, 200, 1, 1, 0, 1, 1
        FROM generate_series(0, 430) AS n CROSS JOIN generate_series(1, 20) AS s""");
    database.execute(
        """
        INSERT INTO result_details (at, series_id, attempt, detail)
        SELECT at, series_id, attempt, '{"message":"x"}' FROM results WHERE verdict = 2""");
    database.execute(
        "SELECT make_rollup_partition(h) FROM (SELECT DISTINCT at / 3600000 * 3600000 AS h FROM"
            + " results) AS t");
    database.execute(
        """
        INSERT INTO result_hours (hour, series_id, passed, degraded, failed, faults, missed, answered,
          response_us, histogram)
        SELECT at / 3600000 * 3600000, series_id, count(*), 0, 0, 0, 0, 0, sum(response_us), ''
        FROM results GROUP BY 1, 2""");
    database.execute(
        """
        INSERT INTO result_days (day, series_id, passed, degraded, failed, faults, missed, answered,
          response_us, histogram)
        SELECT at / 86400000, series_id, count(*), 0, 0, 0, 0, 0, sum(response_us), ''
        FROM results GROUP BY 1, 2""");
  }

  private List<Long> content() {
    List<Long> sums = new ArrayList<>();
    for (String table : TABLES) {
      sums.add(database.count("SELECT count(*) FROM " + table));
      sums.add(database.count("SELECT coalesce(sum(series_id), 0) FROM " + table));
    }
    sums.add(database.count("SELECT sum(response_us + at % 1000000) FROM results"));
    sums.add(database.count("SELECT sum(response_us * passed) FROM result_hours"));
    return sums;
  }

  /** The steps that a run told, of which it is interrupted in the last one. */
  private List<String> run(int steps) throws SQLException {
    List<String> told = new ArrayList<>();
    try (Connection connection = database.jdbc()) {
      new ResultDistribution(
              connection,
              step -> {
                told.add(step);
                if (told.size() == steps) {
                  throw new InterruptedRunException();
                }
              })
          .run();
    }
    return told;
  }

  @Test
  void goesOnWhereItWasInterruptedAndLosesNothing() throws SQLException {
    fill();
    List<Long> before = content();
    assertThat(before).doesNotContain(0L);
    assertThatThrownBy(() -> run(MOST_STEPS))
        .isInstanceOf(DistributionRefusedException.class)
        .hasMessageContaining("no worker");
    addNodes();
    int interrupted = 0;
    List<String> told = List.of();
    for (int steps = 1; told.isEmpty(); steps++) {
      assertThat(steps).isLessThan(MOST_STEPS);
      try {
        told = run(steps);
      } catch (InterruptedRunException e) {
        interrupted++;
        assertThat(content()).as("after step " + steps).isEqualTo(before);
      }
    }
    assertThat(interrupted).isGreaterThan(5);
    assertThat(told.get(0)).startsWith("The workers are ");
    assertThat(told).anyMatch(step -> step.endsWith("distributed before"));
    assertThat(content()).isEqualTo(before);
    for (String table : TABLES) {
      assertThat(
              database.count(
                  "SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = '%s'::regclass"
                      .formatted(table)))
          .as(table)
          .isEqualTo(1);
      assertThat(
              database.count(
                  "SELECT pg_relation_size('%1$s') + coalesce(sum(pg_relation_size(relid)), 0) FROM pg_partition_tree('%1$s')"
                      .formatted(table)))
          .as("bytes on the coordinator of " + table)
          .isZero();
    }
    assertThat(run(MOST_STEPS)).filteredOn(step -> step.endsWith("distributed before")).hasSize(3);
    assertThat(content()).isEqualTo(before);
    assertThat(database.count("SELECT count(*) FROM pg_namespace WHERE nspname = 'belfry_copies'"))
        .isZero();
  }
}
