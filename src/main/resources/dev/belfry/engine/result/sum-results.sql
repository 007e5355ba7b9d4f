-- Sums the final results of series over spans of time. A part of statements, for both a Postgres of
-- one server and one whose results lie on many.
--
-- Before it stands a query of the name spans with the columns series_id, at, from_ms and until_ms.
-- at names a span; {since} is no later than any from_ms, and lets whole days be passed over. {phases}
-- and {phase_sums} are empty, or the sums of phases, which few statements need.
--
-- result_series lies beside results, so that each server can sum the spans of its series by itself. The
-- results of a span are looked up by key: a plain join may read all results of all series instead.
--
-- b.series_id = k.series_id says nothing new, but lets the planner see that b needs no sorting.
--
-- A histogram is, for each bucket that is not empty, its number and its count, two bytes each. A span
-- without results has no row.
summed AS MATERIALIZED (
  SELECT w.at, x.*
  FROM spans w JOIN result_series k ON k.series_id = w.series_id
  CROSS JOIN LATERAL (
    SELECT b.series_id, sum(b.passed)::integer AS passed, sum(b.degraded)::integer AS degraded,
      sum(b.failed)::integer AS failed, sum(b.faults)::integer AS faults,
      sum(b.missed)::integer AS missed,
      coalesce(sum(b.n) FILTER (WHERE b.bucket IS NOT NULL), 0)::integer AS answered,
      coalesce(sum(b.us) FILTER (WHERE b.bucket IS NOT NULL), 0)::bigint AS response_us,
      min(b.fastest) FILTER (WHERE b.bucket IS NOT NULL) AS fastest_us,
      max(b.slowest) FILTER (WHERE b.bucket IS NOT NULL) AS slowest_us,
      coalesce(string_agg(int2send(b.bucket) || int2send(least(b.n, 32767)::smallint), ''::bytea
        ORDER BY b.bucket) FILTER (WHERE b.bucket IS NOT NULL), ''::bytea) AS histogram{phase_sums}
    FROM (
      SELECT r.series_id,
        CASE WHEN r.verdict <= 2 AND is_answered(r.status, r.reason)
          THEN response_bucket(r.response_us) END AS bucket,
        count(*) FILTER (WHERE r.verdict = 0) AS passed,
        count(*) FILTER (WHERE r.verdict = 1) AS degraded,
        count(*) FILTER (WHERE r.verdict = 2) AS failed,
        count(*) FILTER (WHERE r.verdict = 3) AS faults,
        count(*) FILTER (WHERE r.verdict = 4) AS missed,
        count(*) AS n, sum(r.response_us) AS us, min(r.response_us) AS fastest,
        max(r.response_us) AS slowest{phases}
      FROM results r
      WHERE r.series_id = k.series_id AND r.attempt = 0
        AND r.at >= w.from_ms AND r.at < w.until_ms AND r.at >= {since}
      GROUP BY r.series_id, 2) AS b
    WHERE b.series_id = k.series_id
    GROUP BY b.series_id) AS x)
