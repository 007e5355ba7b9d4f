package dev.belfry.engine.objective;

import static dev.belfry.engine.objective.ObjectiveJobFixture.DAY;
import static dev.belfry.engine.objective.ObjectiveJobFixture.HOUR;
import static dev.belfry.engine.objective.ObjectiveJobFixture.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ResultRows.Run;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The status that the job stores for metrics. */
class StoredStatusIT {
  private static final long MINUTE = 60_000;

  private final ObjectiveJobFixture fixture = new ObjectiveJobFixture();
  private final UUID check = fixture.check();
  private final int series = fixture.rows.series(check.toString(), "eu-west-1");

  @AfterEach
  void close() {
    fixture.close();
  }

  private ObjectiveGauge gauge() {
    return fixture.gauges().get(0);
  }

  @Test
  void isStoredAtTheFirstLookAndRenewed() {
    fixture.rows.hour(series, MONDAY - 2 * DAY, 990, 10);
    fixture.rows.hour(series, MONDAY - 2 * HOUR, 1_000, 0);
    long id = fixture.objective(check);
    assertThat(gauge().computed()).as("before the first look").isNull();
    assertThat(gauge().target()).isEqualTo(0.99);
    fixture.round(MONDAY);
    ObjectiveGauge first = gauge();
    assertThat(first.id()).isEqualTo(id);
    assertThat(first.checkId()).isEqualTo(check);
    assertThat(first.computed()).isEqualTo(MONDAY);
    assertThat(first.attained()).isEqualTo(0.995);
    assertThat(first.budgetLeft()).isEqualTo(0.5);
    assertThat(first.burnRates()).containsOnlyKeys("6h", "3d").containsEntry("3d", 0.5);

    fixture.round(MONDAY + 2 * MINUTE);
    assertThat(gauge().computed()).as("a healthy objective is only looked at").isEqualTo(MONDAY);
    fixture.round(MONDAY + 11 * MINUTE);
    assertThat(gauge().computed()).isEqualTo(MONDAY + 11 * MINUTE);

    fixture.rows.add(Run.failed(series, MONDAY + 11 * MINUTE + 1));
    fixture.round(MONDAY + 13 * MINUTE);
    assertThat(gauge().computed()).as("after a failed run").isEqualTo(MONDAY + 13 * MINUTE);
    assertThat(gauge().burnRates()).containsEntry("5m", 100.0);
  }

  @Test
  void isNotShownForAnotherTargetAndSoonComputedAnew() {
    fixture.rows.hour(series, MONDAY - 2 * HOUR, 1_000, 0);
    fixture.objective(check);
    fixture.round(MONDAY);
    fixture.rows.update("UPDATE objectives SET target = 99.5");
    assertThat(gauge().computed()).isNull();
    assertThat(gauge().attained()).isNull();
    assertThat(gauge().target()).isEqualTo(0.995);
    fixture.round(MONDAY + MINUTE);
    assertThat(gauge().computed()).isEqualTo(MONDAY + MINUTE);
  }

  /** On a cluster, sums are there before or after the commit that says so. */
  @Test
  void countsEachHourOnceWhileARollUpIsNotSettled() {
    fixture.rows.hour(series, MONDAY - 2 * DAY, 990, 10);
    for (int i = 0; i < 10; i++) {
      fixture.rows.add(Run.failed(series, MONDAY - 5 * HOUR + i * MINUTE));
    }
    fixture.rows.update(
        "UPDATE result_progress SET settled_hour = ?, settled_series = 0", MONDAY - 5 * HOUR);
    fixture.objective(check);
    fixture.round(MONDAY);
    assertThat(gauge().attained()).as("before the sums are there").isEqualTo(0.980198);
    fixture.rows.hour(series, MONDAY - 5 * HOUR, 0, 10);
    fixture.round(MONDAY + 11 * MINUTE);
    assertThat(gauge().computed()).isEqualTo(MONDAY + 11 * MINUTE);
    assertThat(gauge().attained()).as("before they are read").isEqualTo(0.980198);
    fixture.rows.update("UPDATE result_progress SET settled_hour = NULL, settled_series = NULL");
    fixture.round(MONDAY + 22 * MINUTE);
    assertThat(gauge().computed()).isEqualTo(MONDAY + 22 * MINUTE);
    assertThat(gauge().attained()).isEqualTo(0.980198);
  }

  @Test
  void hasNoRatiosWithoutAVerdict() {
    fixture.rows.hour(series, MONDAY - 2 * HOUR, 9, 0);
    fixture.objective(check);
    fixture.round(MONDAY);
    assertThat(gauge().computed()).isEqualTo(MONDAY);
    assertThat(gauge().attained()).isNull();
    assertThat(gauge().budgetLeft()).isNull();
    assertThat(gauge().burnRates()).containsEntry("6h", 0.0);
  }

  /** More than 100 series make a large objective, which has a transaction of its own. */
  @Test
  void ofALargeGroupIsStored() {
    long group =
        fixture.rows.number(
            """
            INSERT INTO check_groups (account_id, settings, created_at)
            VALUES (?, '{"name":"G"}', now()) RETURNING id""",
            fixture.account);
    for (int i = 0; i < 101; i++) {
      UUID member = fixture.check();
      fixture.rows.update("UPDATE checks SET group_id = ? WHERE id = ?", group, member);
      fixture.rows.hour(
          fixture.rows.series(member.toString(), "eu-west-1"), MONDAY - 2 * HOUR, 10, 0);
    }
    fixture.rows.update(
        """
        INSERT INTO objectives
          (account_id, name, group_id, target, window_days, subscriptions, created_at)
        VALUES (?, 'All', ?, 99, 7, '[]', now())""",
        fixture.account,
        group);
    fixture.round(MONDAY);
    assertThat(gauge().groupId()).isEqualTo(group);
    assertThat(gauge().attained()).isEqualTo(1.0);
    fixture.round(MONDAY + 2 * MINUTE);
    assertThat(gauge().computed()).isEqualTo(MONDAY);
  }

  @Test
  void ofATagCountsMonitorsThatGotTheTagJustBefore() {
    fixture.rows.hour(series, MONDAY - 2 * HOUR, 1_000, 0);
    fixture.rows.update(
        """
        INSERT INTO objectives
          (account_id, name, tag, target, window_days, subscriptions, created_at)
        VALUES (?, 'Web', 'web', 99, 7, '[]', to_timestamp(?::float8 / 1000))""",
        fixture.account,
        MONDAY - 1);
    fixture.round(MONDAY);
    assertThat(gauge().attained()).as("the list of monitors lacks the tag").isNull();
    fixture.rows.update(
        """
        INSERT INTO check_overview (check_id, account_id, state, muted, check_type, name, tags, words)
        VALUES (?, ?, 4, false, 'URL', 'x', '{web}', 'x')""",
        check,
        fixture.account);
    fixture.round(MONDAY + MINUTE);
    assertThat(gauge().attained()).isEqualTo(1.0);
    fixture.round(MONDAY + 2 * MINUTE);
    assertThat(gauge().computed()).as("once more is enough").isEqualTo(MONDAY + MINUTE);
  }

  /** Those of the other account became due last, and wait for one large objective at most. */
  @Test
  void manyLargeOnesOfAnAccountDelayNoOther() {
    UUID other = UUID.randomUUID();
    fixture.rows.update(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'B', '{}', now())",
        other);
    tagged(fixture.account, 4);
    tagged(other, 1);
    fixture.rows.update(
        """
        INSERT INTO objectives
          (account_id, name, check_id, target, window_days, subscriptions, created_at)
        SELECT account_id, 'Small', min(check_id::text)::uuid, 99, 7, '[]', now()
          FROM check_overview WHERE account_id = ? GROUP BY 1""",
        other);
    fixture.rows.update("UPDATE objective_states SET due_ms = 1 WHERE account_id = ?", other);
    fixture.tickingRound(MONDAY);
    assertThat(computedBefore(other, "tag IS NULL")).isZero();
    assertThat(computedBefore(other, "tag IS NOT NULL")).isLessThanOrEqualTo(1);
    assertThat(fixture.rows.number("SELECT count(*) FROM objective_states WHERE status_ms IS NULL"))
        .isZero();
  }

  /** Large objectives of the account of the fixture that were computed before one of another. */
  private long computedBefore(UUID other, String which) {
    return fixture.rows.number(
        "SELECT count(*) FROM objective_states s WHERE s.account_id = ? AND s.status_ms <"
            + " (SELECT t.status_ms FROM objectives o JOIN objective_states t ON t.objective_id = o.id"
            + " WHERE o.account_id = ? AND "
            + which
            + ")",
        fixture.account,
        other);
  }

  /** Monitors with a tag, more than a small objective has, and objectives of the tag. */
  private void tagged(UUID account, int objectives) {
    fixture.rows.update(
        """
        WITH made AS (
          INSERT INTO checks (id, account_id, check_type, settings, created_at)
          SELECT gen_random_uuid(), ?, 'URL', '{"activated":false,"name":"x"}', now()
          FROM generate_series(1, 101) RETURNING id, account_id),
        placed AS (
          INSERT INTO series (account_id, check_id, location, shard)
          SELECT account_id, id, 'eu-west-1', shard_of(id) FROM made ON CONFLICT DO NOTHING)
        INSERT INTO check_overview (check_id, account_id, state, muted, check_type, name, tags, words)
        SELECT id, account_id, 4, false, 'URL', 'x', '{web}', 'x' FROM made""",
        account);
    fixture.rows.update(
        """
        INSERT INTO objectives (account_id, name, tag, target, window_days, subscriptions, created_at)
        SELECT ?, 'Web', 'web', 99, 7, '[]', now() FROM generate_series(1, ?)""",
        account,
        objectives);
  }
}
