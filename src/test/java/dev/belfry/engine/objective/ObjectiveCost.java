package dev.belfry.engine.objective;

import static dev.belfry.engine.objective.ObjectiveJobFixture.DAY;
import static dev.belfry.engine.objective.ObjectiveJobFixture.HOUR;
import static dev.belfry.engine.objective.ObjectiveJobFixture.MONDAY;

import java.time.Duration;
import java.util.List;

/**
 * Prints what one pass of the job over 10,000 objectives costs, and one read of all of them for
 * Prometheus. Each has a monitor of a run a minute at one location. {@code src/test/load/run
 * objectives} calls it.
 */
public final class ObjectiveCost {
  static final int COUNT = 10_000;
  static final long MINUTE = Duration.ofMinutes(1).toMillis();

  private ObjectiveCost() {}

  public static void main(String[] args) {
    try (ObjectiveJobFixture fixture = new ObjectiveJobFixture()) {
      fill(fixture);
      fixture.rows.update(
          """
          INSERT INTO objectives
            (account_id, name, check_id, target, window_days, subscriptions, created_at)
          SELECT account_id, 'Works', id, 99.9, 30, '[]', now() FROM checks""");
      System.out.println(COUNT + " objectives of 30 days; milliseconds, transactions");
      pass(fixture, "first pass: every status is computed", MONDAY + HOUR);
      pass(fixture, "no failed run, no status due", MONDAY + HOUR + 2 * MINUTE);
      pass(fixture, "every status is due again", MONDAY + HOUR + 13 * MINUTE);
      fixture.rows.update(
          """
          INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
              dns, tcp, tls, first_byte, download)
            SELECT ?, id, 80000, 5, 0, 2, 100, 500, 1, 1, 1, 1, 1 FROM series WHERE id % 10 = 0""",
          MONDAY + HOUR + 14 * MINUTE);
      pass(fixture, "every tenth has a failed run", MONDAY + HOUR + 15 * MINUTE);
      long before = System.nanoTime();
      List<ObjectiveGauge> gauges = fixture.gauges();
      System.out.printf(
          "%-40s %,8d%n",
          "a scrape reads " + gauges.size(),
          Duration.ofNanos(System.nanoTime() - before).toMillis());
    }
  }

  /**
   * Thirty days, four of them by the hour, and a run of each minute of the last hour. Each monitor
   * has every fifth of 100 tags, so that 2,000 have each tag.
   */
  static void fill(ObjectiveJobFixture fixture) {
    int today = (int) (MONDAY / DAY);
    fixture.rows.update(
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        SELECT gen_random_uuid(), ?, 'URL', jsonb_build_object('activated', false, 'name', 'x',
            'tags', (SELECT jsonb_agg('t' || (n + 5 * k) % 100) FROM generate_series(0, 19) AS k)),
          now()
        FROM generate_series(1, ?) AS n""",
        fixture.account, COUNT);
    fixture.rows.update(
        """
        INSERT INTO series (account_id, check_id, location, shard)
        SELECT account_id, id, 'eu-west-1', shard_of(id) FROM checks ON CONFLICT DO NOTHING""");
    for (int day = today - 30; day <= today; day++) {
      fixture.rows.number("SELECT count(*) FROM make_rollup_partition(?)", day * DAY);
      fixture.rows.number("SELECT count(*) FROM make_partitions(?)", day);
    }
    sums(fixture, "result_days (day", "generate_series(?::int, ?::int)", today - 30, today - 1);
    // Totals of counters, which objectives do not read.
    fixture.rows.update("ALTER TABLE result_hours DISABLE TRIGGER USER");
    sums(
        fixture,
        "result_hours (hour",
        "generate_series(?::bigint, ?::bigint, 3600000)",
        MONDAY - 4 * DAY,
        MONDAY - HOUR);
    fixture.rows.update(
        """
        INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
            dns, tcp, tls, first_byte, download)
          SELECT m, s.id, 80000, 5, 0, 0, 0, 200, 1, 1, 1, 1, 1
            FROM generate_series(?::bigint, ?::bigint, 60000) AS m, series s""",
        MONDAY,
        MONDAY + HOUR - MINUTE);
    fixture.rows.update("ANALYZE");
  }

  private static void sums(
      ObjectiveJobFixture fixture, String into, String times, long from, long until) {
    fixture.rows.update(
        "INSERT INTO "
            + into
            + """
            , series_id, response_us, passed, degraded, failed, faults, missed, answered,
              fastest_us, slowest_us, histogram)
            SELECT t, s.id, 144000000, 1440, 0, 0, 0, 0, 1440, 100000, 100000,
              int2send(response_bucket(100000)) || int2send(1440::int2)
            FROM series s CROSS JOIN
            """
            + times
            + " AS t",
        from,
        until);
  }

  private static void pass(ObjectiveJobFixture fixture, String what, long at) {
    long commits = commits(fixture);
    long before = System.nanoTime();
    fixture.round(at);
    long millis = Duration.ofNanos(System.nanoTime() - before).toMillis();
    System.out.printf("%-40s %,8d %,8d%n", what, millis, commits(fixture) - commits);
  }

  private static long commits(ObjectiveJobFixture fixture) {
    return fixture.rows.number(
        "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
  }
}
