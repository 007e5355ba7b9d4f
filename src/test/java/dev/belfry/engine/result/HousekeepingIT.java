package dev.belfry.engine.result;

import static dev.belfry.engine.result.HousekeepingFixture.DAY;
import static dev.belfry.engine.result.HousekeepingFixture.HOUR;
import static dev.belfry.engine.result.HousekeepingFixture.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ResultRows.Run;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Partitions, packing and what goes. */
class HousekeepingIT {
  private final HousekeepingFixture fixture = new HousekeepingFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void makesPartitionsAheadAndDropsWhatIsOlderThanTheRetention() {
    int series = fixture.series("eu-west-1");
    for (int day = -5; day <= 0; day++) {
      Run run = Run.failed(series, MONDAY + day * DAY);
      fixture.rows.add(run).detail(run, "{}");
    }
    fixture.round(MONDAY);
    assertThat(fixture.days("results"))
        .containsAll(List.of(-3, -2, -1, 0, 1, 2, 3))
        .doesNotContain(-4, -5);
    assertThat(fixture.days("result_details")).contains(-3).doesNotContain(-4, -5);
    assertThat(fixture.count("results")).isEqualTo(4);
  }

  /** What has not been summed up yet is not dropped, however old it is. */
  @Test
  void keepsOldResultsUntilTheyAreSummedUp() {
    fixture.progress(MONDAY - 5 * DAY);
    int series = fixture.series("eu-west-1");
    fixture.rows.add(Run.passed(series, MONDAY - 5 * DAY, 1));
    fixture.watermark(MONDAY - 5 * DAY + 5 * HOUR);
    fixture.round(MONDAY);
    assertThat(fixture.days("results")).contains(-5);
    fixture.watermark(MONDAY);
    fixture.round(MONDAY);
    assertThat(fixture.days("results")).doesNotContain(-5);
    assertThat(fixture.count("result_hours")).isEqualTo(1);
  }

  @Test
  void packsDaysThatAreOver() {
    int series = fixture.series("eu-west-1");
    fixture.rows.add(Run.passed(series, MONDAY, 1));
    fixture.rows.update(
        """
        INSERT INTO results SELECT ? + i * 60000, s, 1, 1, 0, 0, 0, 200, 0, 0, 0, 0, 0
        FROM generate_series(1, 1400) AS i, generate_series(1000, 1030) AS s ORDER BY i""",
        MONDAY);
    long before = fixture.rows.number("SELECT pg_relation_size('results_20260302_pkey')");
    fixture.watermark(MONDAY + 25 * HOUR + 60_000);
    fixture.round(MONDAY + 26 * HOUR);
    assertThat(fixture.rows.number("SELECT packed_day FROM result_progress"))
        .isEqualTo(MONDAY / DAY + 1);
    assertThat(fixture.rows.number("SELECT pg_relation_size('results_20260302_pkey')"))
        .isLessThan(before);
    fixture.round(MONDAY);
  }

  @Test
  void forgetsWhatFiguresNoLongerReferTo() {
    int series = fixture.series("eu-west-1");
    long old = MONDAY - 401 * DAY;
    fixture.rows.hour(series, old - 31 * DAY, 1, 0).hour(series, MONDAY - 399 * DAY, 1, 0);
    fixture.rows.day(series, (int) (old / DAY), 1, 0).day(series, (int) (MONDAY / DAY) - 399, 1, 0);
    fixture.rows.update("DELETE FROM schedules");
    fixture.rows.update(
        "INSERT INTO schedules VALUES (?, 1, ?, 1, 0), (?, 2, NULL, 1, 0)", series, old, series);
    fixture.rows.update(
        "INSERT INTO instances (name, locations, fenced_at) VALUES ('x', '{}', ?), ('y', '{}',"
            + " NULL)",
        old);
    fixture.round(MONDAY);
    assertThat(fixture.count("result_hours")).isEqualTo(1);
    assertThat(fixture.count("result_days")).isEqualTo(1);
    assertThat(fixture.count("schedules")).isEqualTo(1);
    assertThat(fixture.count("instances")).isEqualTo(1);
  }

  @Test
  void forgetsInstancesThatAreGoneButNotWhatTheirRowsStillSay() {
    long gone = MONDAY - 3 * DAY;
    long late = MONDAY - DAY;
    fixture.rows.update(
        """
        INSERT INTO instances (name, locations, seen_at, fenced_at)
        SELECT name, ARRAY[location], fenced, fenced FROM (VALUES
          ('gone', 'acme/cellar', ?::bigint), ('owner', 'acme/cellar', ?), ('late', 'acme/cellar', ?),
          ('last', 'acme/attic', ?), ('older', 'acme/cellar', ?)) AS i (name, location, fenced)
        UNION ALL SELECT 'lives', ARRAY['acme/cellar'], 5, NULL""",
        gone,
        gone,
        late,
        gone,
        gone);
    fixture.rows.update(
        """
        INSERT INTO shards (location, shard, watermark, owner)
        SELECT 'acme/cellar', 0, 5, id FROM instances WHERE name = 'owner'""");
    fixture.round(MONDAY);
    assertThat(
            fixture.rows.number(
                "SELECT count(*) FROM instances WHERE name IN ('last', 'late', 'lives', 'owner')"))
        .as("an owner keeps its shards claimable, the last of a location tells when it was seen")
        .isEqualTo(4);
    assertThat(fixture.count("instances")).isEqualTo(4);
  }

  /** An agent that beats and moves no watermark is at fault or hostile. */
  @Test
  void anAgentThatStandsStillKeepsTheResultsOfOthersForADayAtMost() {
    fixture.series("eu-west-1");
    long hour = fixture.rows.number("SELECT epoch_millis()") / HOUR * HOUR;
    fixture.progress(hour - 30 * HOUR);
    fixture.rows.update(
        """
        WITH it AS (INSERT INTO instances (name, locations, agent_key)
          VALUES ('still', '{acme/cellar}', gen_random_uuid()) RETURNING id)
        UPDATE shards SET owner = it.id, watermark = ? FROM it""",
        hour - 30 * HOUR);
    fixture.round(hour);
    assertThat(fixture.store.progress().await().hour())
        .isBetween(hour - 26 * HOUR, hour - 23 * HOUR);
  }

  @Test
  void leavesTheWorkToAnotherThatIsAtIt() {
    Promise<Void> work = Promise.promise();
    Promise<Void> locked = Promise.promise();
    Future<Void> other =
        fixture.store.whileLocked(
            alive -> {
              locked.complete();
              return work.future();
            });
    locked.future().await();
    fixture.rows.update("DROP TABLE IF EXISTS results_20260303");
    fixture.round(MONDAY);
    assertThat(fixture.days("results")).doesNotContain(1);
    work.complete();
    other.await();
    fixture.round(MONDAY);
    assertThat(fixture.days("results")).contains(1);
  }

  /** A lock of a session would stay on the server's connection, which a pooler gives to others. */
  @Test
  void itsLockEndsWithItsTransaction() {
    fixture.round(MONDAY);
    fixture.store.whileLocked(alive -> Future.failedFuture("broken")).otherwiseEmpty().await();
    assertThat(
            fixture.rows.number(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND "
                    + "database = (SELECT oid FROM pg_database WHERE datname = current_database())"))
        .isZero();
    Future<Void> held =
        fixture.store.whileLocked(
            alive -> {
              assertThat(
                      fixture.rows.number(
                          """
                          SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                          WHERE l.locktype = 'advisory' AND a.xact_start IS NOT NULL
                            AND l.database = (SELECT oid FROM pg_database
                              WHERE datname = current_database())"""))
                  .isEqualTo(1);
              alive.run();
              return Future.succeededFuture();
            });
    held.await();
  }
}
