-- Counts the runs of an interval. One statement, so that all counts are of one moment.
--
-- Parameters, each null for its default: the start of the interval, its end (exclusive), the account.
--
-- Returns rows of five columns, by kind:
--   asked   n and m are the start and the end of the interval
--   slots   n runs were scheduled, m of them are open
--   result  n results on a slot, by verdict and reason
--   extra   n results off any slot, by verdict and reason
--   beats   n beats of heartbeats were expected, m of them came; of all time
--   absent  n beats were missed, m are waited for or were called off
--
-- A slot is a time t with t = phase modulo period. (t - phase + period) / period is the number of
-- slots up to t. A slot beyond the watermark of its shard is open as long as it has no result.
WITH given AS (
  SELECT ?::bigint AS asked_from, ?::bigint AS asked_to, ?::uuid AS account
),
-- The end of the interval: as asked, or the time up to which every busy shard is accounted for.
latest AS (
  SELECT coalesce(g.asked_to, 1 + (
      SELECT min(k.watermark) FROM shards k WHERE EXISTS (
        SELECT FROM series s JOIN schedules c ON c.series_id = s.id AND c.until_ms IS NULL
        WHERE place_of(s.account_id, s.location) = k.location AND s.shard = k.shard)),
      epoch_millis()) AS to_ms
  FROM given g
),
-- The interval, an hour long unless a start is given.
asked AS MATERIALIZED (
  SELECT coalesce(g.asked_from, l.to_ms - 3600000) AS from_ms, l.to_ms, g.account
  FROM given g, latest l
),
-- The schedules that hold in the interval, cut to it: from lo to before hi.
versions AS MATERIALIZED (
  SELECT c.series_id, c.period_ms, c.phase_ms,
      greatest(c.from_ms, a.from_ms) AS lo,
      least(coalesce(c.until_ms, a.to_ms), a.to_ms) AS hi,
      coalesce(k.watermark, a.to_ms) AS watermark
  FROM asked a, schedules c
    JOIN series s ON s.id = c.series_id
    -- A place without shards has nothing left to account for.
    LEFT JOIN shards k ON k.location = place_of(s.account_id, s.location) AND k.shard = s.shard
  WHERE c.from_ms < a.to_ms AND (c.until_ms IS NULL OR c.until_ms > a.from_ms)
    AND (a.account IS NULL OR s.account_id = a.account)
),
-- How many slots they have, and how many of these lie beyond the watermark.
slots AS (
  SELECT sum((hi - 1 - phase_ms + period_ms) / period_ms
           - (lo - 1 - phase_ms + period_ms) / period_ms) AS scheduled,
      sum(CASE WHEN hi > mark THEN (hi - 1 - phase_ms + period_ms) / period_ms
           - (mark - 1 - phase_ms + period_ms) / period_ms END) AS beyond
  FROM (SELECT *, greatest(lo, watermark + 1) AS mark FROM versions WHERE lo < hi) v
),
-- Final results of the interval. With an account, results of deleted series do not count.
pinged AS MATERIALIZED (SELECT h.series_id FROM heartbeats h),
owned AS MATERIALIZED (
  SELECT s.id FROM asked a JOIN series s ON s.account_id = a.account),
results_in AS MATERIALIZED (
  SELECT r.verdict, r.reason, v.series_id IS NOT NULL AS on_slot,
      coalesce(r.at > v.watermark, false) AS beyond, count(*) AS n
  FROM asked a
    JOIN results r ON r.at >= a.from_ms AND r.at < a.to_ms AND r.attempt = 0
    LEFT JOIN versions v ON v.series_id = r.series_id AND r.at >= v.lo AND r.at < v.hi
      AND (r.at - v.phase_ms) % v.period_ms = 0
    LEFT JOIN pinged p ON p.series_id = r.series_id
    LEFT JOIN owned o ON o.id = r.series_id
  WHERE v.series_id IS NOT NULL
    OR p.series_id IS NULL AND (a.account IS NULL OR o.id IS NOT NULL)
  GROUP BY 1, 2, 3, 4
),
-- The beats of heartbeat monitors that exist.
beats AS (
  SELECT coalesce(sum(h.expected), 0) AS expected, coalesce(sum(h.came), 0) AS came,
      coalesce(sum(h.missed), 0) AS missed
  FROM heartbeats h CROSS JOIN asked a WHERE a.account IS NULL OR h.account_id = a.account
),
-- Runs on a slot that wait for a retry.
waiting AS (
  SELECT count(*) AS n, count(*) FILTER (WHERE o.at > v.watermark) AS beyond
  FROM asked a
    JOIN open_runs o ON o.at >= a.from_ms AND o.at < a.to_ms
    JOIN versions v ON v.series_id = o.series_id AND o.at >= v.lo AND o.at < v.hi
      AND (o.at - v.phase_ms) % v.period_ms = 0
)
SELECT 'asked' AS kind, NULL::smallint AS verdict, NULL::smallint AS reason,
    a.from_ms AS n, a.to_ms AS m
  FROM asked a
UNION ALL
-- Waiting runs beyond the watermark are among the slots beyond it, and counted once.
SELECT 'slots', NULL, NULL, coalesce(s.scheduled, 0),
    w.n - w.beyond + greatest(0, coalesce(s.beyond, 0)
      - coalesce((SELECT sum(n) FROM results_in WHERE on_slot AND beyond), 0))
  FROM slots s, waiting w
UNION ALL
SELECT CASE WHEN on_slot THEN 'result' ELSE 'extra' END, verdict, reason, sum(n), 0
  FROM results_in GROUP BY 1, 2, 3
UNION ALL
SELECT 'beats', NULL, NULL, b.expected, b.came FROM beats b
UNION ALL
SELECT 'absent', NULL, NULL, b.missed, b.expected - b.came - b.missed FROM beats b
