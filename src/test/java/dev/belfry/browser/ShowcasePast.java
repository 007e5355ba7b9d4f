package dev.belfry.browser;

import dev.belfry.testing.ResultRows;
import java.util.UUID;

/**
 * Three months of results of an account's monitors, written as the engine sums them up: one run a
 * minute, response times that differ by monitor and by hour, some failures. One statement for each
 * table, since single rows would take minutes.
 */
final class ShowcasePast {
  private static final long HOUR = 3_600_000;

  private static final String OUTCOMES =
      """
      SELECT s.id AS series, t.at,
        60000 + (s.id * 7919 %% 90) * 1000 + (s.id * t.at / %1$d %% 17) * 2500 AS micros,
        CASE WHEN s.id %% 8 = 4 AND t.at / 86400000 = today() - 6 THEN %2$d * 55 / 1440 + 1
          WHEN (s.id * 31 + t.at / %1$d) %% 97 = 0 THEN %2$d / 200 + 1 ELSE 0 END AS failed
      FROM series s
      CROSS JOIN generate_series(%3$s) AS t (at)
      WHERE s.account_id = ?""";

  /** What the roll-up of an hour writes for the account and its groups. */
  private static final String TRENDS =
      """
      INSERT INTO account_hours (account_id, group_id, hour, passed, degraded, failed, faults,
          missed, answered, response_us, fastest_us, slowest_us, histogram)
        SELECT s.account_id, coalesce(c.group_id, 0), h.hour, sum(h.passed), sum(h.degraded),
            sum(h.failed), sum(h.faults), sum(h.missed), sum(h.answered), sum(h.response_us),
            min(h.fastest_us), max(h.slowest_us), add_up_histograms(array_agg(h.histogram))
          FROM result_hours h JOIN series s ON s.id = h.series_id JOIN checks c ON c.id = s.check_id
          WHERE s.account_id = ?
          GROUP BY GROUPING SETS ((s.account_id, h.hour), (s.account_id, c.group_id, h.hour))
          HAVING GROUPING(c.group_id) = 1 OR c.group_id IS NOT NULL
        ON CONFLICT DO NOTHING""";

  private final ResultRows rows;
  private final UUID account;

  ShowcasePast(ResultRows rows, UUID account) {
    this.rows = rows;
    this.account = account;
  }

  /** Writes days up to yesterday, and the hours of three days that are summed up. */
  void plant() {
    long day = 24 * HOUR;
    long now = System.currentTimeMillis();
    long today = now / day * day;
    long hour = rows.summedUntil();
    for (long from = hour - 72 * HOUR; from < hour; from += HOUR) {
      rows.number("SELECT count(*) FROM make_rollup_partition(?)", from);
    }
    sums("result_days (day", "o.at / 86400000", 1440, today - 89 * day, today - day, day);
    sums("result_hours (hour", "o.at", 60, hour - 72 * HOUR, hour - HOUR, HOUR);
    rows.update(TRENDS, account);
    rows.update(
        "UPDATE checks SET created_at = created_at - interval '90 days' WHERE account_id = ?",
        account);
  }

  private void sums(String into, String key, int runs, long from, long to, long step) {
    String outcomes =
        OUTCOMES
            .formatted(HOUR, runs, "%d::bigint, %d::bigint, %d::bigint".formatted(from, to, step))
            .replace("today()", Long.toString(System.currentTimeMillis() / (24 * HOUR)));
    rows.update(
        "INSERT INTO "
            + into
            + """
            , series_id, response_us, passed, degraded, failed, faults, missed, answered,
              fastest_us, slowest_us, histogram)
            SELECT %s, o.series, o.micros * %d, %d - o.failed, 0, o.failed, 0, 0, %d,
              o.micros * 3 / 4, o.micros * 2,
              int2send(response_bucket(o.micros::int)) || int2send(%d::int2)
            FROM (%s) AS o ON CONFLICT DO NOTHING"""
                .formatted(key, runs, runs, runs, runs, outcomes),
        account);
  }
}
