package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.alerting.alert.AlertInternals;
import dev.belfry.alerting.alert.AlertJobs;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that depend on a group of ten thousand. */
class LargeParentsIT {
  private static final int MEMBERS = 10_000;
  private static final String ENDED = "SELECT count(*) FROM ended_failures";

  private final AlertFixture fixture = new AlertFixture();
  private final AlertJobs jobs = fixture.jobs();
  private final long group = fixture.store.tables.group("{\"name\":\"Edge\"}");
  private final UUID home = fixture.check(AlertFixture.ONE_RUN);
  private final long channel = fixture.channel(home, "{}");

  LargeParentsIT() throws SQLException {}

  @BeforeEach
  void fill() throws SQLException {
    run(
        "INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)"
            + " SELECT gen_random_uuid(), account_id, check_type, ?, settings, now() FROM checks,"
            + " generate_series(1, ?) WHERE id = ?",
        group,
        MEMBERS,
        home);
    run("DELETE FROM schedules WHERE until_ms = from_ms + 1");
    run(
        "INSERT INTO dependencies (account_id, check_id, parent_group_id) VALUES (?, ?, ?)",
        ScheduleTables.ACCOUNT,
        home,
        group);
    run("ANALYZE checks; ANALYZE series; ANALYZE schedules");
  }

  @AfterEach
  void close() throws SQLException {
    RunStoreFixture.get(jobs.stop());
    fixture.close();
  }

  private void run(String sql, Object... parameters) throws SQLException {
    fixture.store.tables.run(sql, parameters);
  }

  /** All members but some fail. */
  private void fail(int but) throws SQLException {
    run(
        "INSERT INTO alert_states (check_id, account_id, state)"
            + " SELECT id, account_id, '{\"notice\":{\"level\":\"FAILED\"}}' FROM checks"
            + " WHERE group_id = ? ORDER BY id OFFSET ? ON CONFLICT DO NOTHING",
        group,
        but);
    run(
        "INSERT INTO results SELECT ?, s.id, 1, 1, 0, 2, 1, 500, 0, 0, 0, 0, 0 FROM series s"
            + " JOIN alert_states t ON t.check_id = s.check_id WHERE t.state #>>"
            + " '{notice,level}' = 'FAILED' ON CONFLICT DO NOTHING",
        fixture.start);
    run("ANALYZE alert_states; ANALYZE results");
  }

  /** How many rows the parts of the statement give that reads the parents of the check. */
  private double rowsRead() throws SQLException {
    String plan =
        fixture
            .texts(
                "EXPLAIN (ANALYZE, FORMAT JSON) "
                    + AlertInternals.parentsSql()
                        .replace("?", "??")
                        .replace("$1", "'{" + home + "}'::uuid[]"))
            .get(0);
    try {
      return rows(JsonMapper.builder().build().readTree(plan).at("/0/Plan"));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static double rows(JsonNode plan) {
    double rows =
        (plan.path("Actual Rows").asDouble() + plan.path("Rows Removed by Filter").asDouble())
            * plan.path("Actual Loops").asDouble();
    for (JsonNode part : plan.path("Plans")) {
      rows += rows(part);
    }
    return rows;
  }

  @Test
  void aBatchDoesNotReadAllMembersOfAGroup() throws SQLException {
    fail(1);
    fixture.ran(home, 0, FAILED);
    assertThat(fixture.texts("SELECT failing FROM parent_groups")).containsExactly("f");
    assertThat(rowsRead()).as("a group with a well member").isBetween(1.0, 200.0);

    fail(0);
    fixture.ran(home, 1, FAILED);
    assertThat(fixture.texts("SELECT failing FROM parent_groups")).containsExactly("t");
    assertThat(rowsRead()).as("a failing group").isBetween(1.0, 200.0);
    assertThat(
            fixture.texts("SELECT held_name FROM alerts WHERE check_id = ? AND type <> ''", home))
        .containsExactly("Edge");
    assertThat(fixture.told(channel)).isEmpty();

    run("UPDATE parent_groups SET judged_ms = judged_ms - 10001");
    assertThat(rowsRead()).as("an old judgement").isGreaterThan(MEMBERS);
  }

  @Test
  void manyRecoveriesAreOneLookAtTheDependents() throws SQLException {
    fail(0);
    fixture.ran(home, 0, FAILED);
    run("INSERT INTO ended_failures (check_id) SELECT id FROM checks WHERE group_id = ?", group);
    run(
        "DELETE FROM alert_states WHERE check_id = (SELECT min(id::text)::uuid FROM checks"
            + " WHERE group_id = "
            + group
            + ")");
    jobs.start();
    fixture.until(0, ENDED);
    fixture.until(0, "SELECT count(*) FROM alert_states WHERE due_ms <= epoch_millis()");
    assertThat(fixture.texts("SELECT failing FROM parent_groups")).containsExactly("f");
    assertThat(fixture.told(channel)).as("it may be well by now").isEmpty();
    fixture.ran(home, 70, FAILED);
    assertThat(fixture.told(channel)).containsExactly("ALERT_FAILURE");
    fixture.ran(home, 71, PASSED);
    assertThat(fixture.told(channel)).endsWith("ALERT_RECOVERY");
  }
}
