-- The runs of objectives in slots of time: whole days where nothing finer is needed, else hours, else
-- the results that are not rolled up or are needed by the minute, in slots of five minutes that end at
-- the end. One statement, so that all parts see the same roll-ups.
-- $1 objectives, $2 the begin of each, a full hour; $3 the end; $4 a full hour from which on results
-- are read; $5 days that end after this are read by the hour.
WITH asked AS MATERIALIZED (
  SELECT a.id, a.from_ms FROM unnest($1::bigint[], $2::bigint[]) AS a (id, from_ms)),
members AS MATERIALIZED (
  SELECT a.id AS objective, a.from_ms, s.id AS series,
      greatest(a.from_ms, least($4::bigint,
        p.hour + CASE WHEN s.id < p.next_series THEN 3600000 ELSE 0 END)) AS raw_ms
    FROM asked a JOIN objectives o ON o.id = a.id
      CROSS JOIN settled_progress p
      CROSS JOIN LATERAL (
        SELECT o.check_id AS id WHERE o.check_id IS NOT NULL
        UNION ALL SELECT c.id FROM checks c
          WHERE o.group_id IS NOT NULL AND c.group_id = o.group_id
        UNION ALL SELECT v.check_id FROM check_overview v
          WHERE o.tag IS NOT NULL AND v.account_id = o.account_id AND o.tag = ANY (v.tags)) AS c
      JOIN series s ON s.check_id = c.id),
cut AS MATERIALIZED (
  SELECT m.*, d.first_day, greatest(d.first_day, d.end_day) AS end_day
    FROM members m CROSS JOIN LATERAL (
      SELECT ((m.from_ms + 86399999) / 86400000)::integer AS first_day,
        (least($5::bigint, m.raw_ms) / 86400000)::integer AS end_day) AS d),
days_asked AS MATERIALIZED (
  SELECT c.objective, c.series, t.day
    FROM cut c CROSS JOIN generate_series(c.first_day, c.end_day - 1) AS t (day)),
days AS MATERIALIZED (
  SELECT c.objective, x.day * 86400000::bigint AS at, sum(x.passed + x.degraded) AS good,
      sum(x.failed) AS failed, sum(x.faults) AS faults, sum(x.missed) AS missed
    FROM days_asked c JOIN result_days x ON x.day = c.day AND x.series_id = c.series
    GROUP BY 1, 2),
hours_asked AS MATERIALIZED (
  SELECT c.objective, c.series, t.hour
    FROM cut c CROSS JOIN LATERAL (
      SELECT h.hour FROM generate_series(c.from_ms,
          CASE WHEN c.end_day > c.first_day THEN c.first_day * 86400000::bigint ELSE c.raw_ms END - 1,
          3600000) AS h (hour)
      UNION ALL
      SELECT h.hour FROM generate_series(c.end_day * 86400000::bigint, c.raw_ms - 1, 3600000) AS h (hour)
        WHERE c.end_day > c.first_day) AS t),
hours AS MATERIALIZED (
  SELECT c.objective, x.hour AS at, sum(x.passed + x.degraded) AS good, sum(x.failed) AS failed,
      sum(x.faults) AS faults, sum(x.missed) AS missed
    FROM hours_asked c JOIN result_hours x ON x.hour = c.hour AND x.series_id = c.series
    GROUP BY 1, 2),
newest AS MATERIALIZED (
  SELECT c.objective, x.at, x.good, x.failed, x.faults, x.missed
    FROM cut c JOIN result_series k ON k.series_id = c.series CROSS JOIN LATERAL (
      SELECT r.series_id, greatest(r.at / 3600000 * 3600000,
            $3::bigint - ($3::bigint - 1 - r.at) / 300000 * 300000 - 300000) AS at,
          count(*) FILTER (WHERE r.verdict <= 1) AS good, count(*) FILTER (WHERE r.verdict = 2) AS failed,
          count(*) FILTER (WHERE r.verdict = 3) AS faults, count(*) FILTER (WHERE r.verdict = 4) AS missed
        FROM results r
        WHERE r.series_id = k.series_id AND r.attempt = 0 AND r.at >= c.raw_ms AND r.at < $3::bigint
        GROUP BY 1, 2) AS x)
SELECT p.objective, p.at, sum(p.good)::bigint, sum(p.failed)::bigint, sum(p.faults)::bigint,
    sum(p.missed)::bigint
  FROM (SELECT * FROM days UNION ALL SELECT * FROM hours UNION ALL SELECT * FROM newest) AS p
  GROUP BY 1, 2
