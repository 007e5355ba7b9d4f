# Sourced by run: the console in a browser, for somebody with very many monitors.

measure_console() {
  monitors=${LOAD_MONITORS:-100000}
  database console "$monitors"
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main
  say "Giving $monitors monitors names, states and results"
  teams || die "the groups could not be created"
  known_monitors || die "the monitors could not be told apart: $(tail -3 "$work/names.err")"
  local deadline=$((SECONDS + 300))
  until [[ $(sql "$url" 'SELECT count(*) FROM (SELECT FROM changes LIMIT 1) one') == 0 ]]; do
    ((SECONDS < deadline)) || die "the list did not follow in five minutes"
    sleep 1
  done
  known_figures
  sql "$url" 'VACUUM ANALYZE'
  machine
  timeout 600 mvn -q -B exec:exec -Dexec.classpathScope=test -Dexec.executable=java \
    "-Dexec.args=-cp %classpath dev.belfry.account.console.ConsolePaint http://127.0.0.1:$port $seed/key $monitors $rounds"
}

# Forty groups, by way of the service, which completes their settings.
teams() {
  local team
  for team in $(seq 0 39); do
    curl -fsS -o /dev/null -X POST "http://127.0.0.1:$port/v2/check-groups" \
      -H "Authorization: Bearer $(cat "$seed/key")" -H 'Content-Type: application/json' \
      -d "{\"name\":\"Team $team\"}" || return 1
  done
}

# A day for the trend and the rows of groups, and figures to sort by.
known_figures() {
  sql "$url" "INSERT INTO account_hours SELECT account_id, coalesce(group_id, 0),
        epoch_millis() / 3600000 * 3600000 - t * 3600000, 100000::bigint * 60 * count(*), 60 * count(*),
        0, count(*) / 50, 0, 0, 60 * count(*), 50000, 900000,
        int2send(response_bucket(100000)::int2) || int2send(30000::int2)
      FROM checks CROSS JOIN generate_series(1, 24) AS t
      GROUP BY GROUPING SETS ((account_id, t), (account_id, group_id, t))
    ON CONFLICT DO NOTHING"
  sql "$url" "UPDATE check_overview SET uptime = 90 + random() * 10, p95_ms = 20 + random() * 900"
}

# One in fifty fails, one in fifty is slow; forty teams, two surroundings.
known_monitors() {
  timeout 300 psql -qAtX -v ON_ERROR_STOP=1 "$url" 2>"$work/names.err" <<'SQL'
BEGIN;
CREATE TEMPORARY TABLE numbered AS
  SELECT c.id, right(c.id::text, 12)::integer AS n, s.id AS series FROM checks c JOIN series s ON s.check_id = c.id;
INSERT INTO series_states (series_id, verdict, since_ms)
  SELECT series, CASE n % 50 WHEN 0 THEN 2 WHEN 1 THEN 1 ELSE 0 END, epoch_millis() - 1000::bigint * n FROM numbered;
INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status, dns, tcp, tls,
    first_byte, download)
  SELECT epoch_millis() - 60000 - n % 30000, series, 80000 + n % 90000, 0, 0,
    CASE n % 50 WHEN 0 THEN 2 WHEN 1 THEN 1 ELSE 0 END, 0, CASE n % 50 WHEN 0 THEN 500 ELSE 200 END, 1, 1, 1, 1, 1
  FROM numbered;
CREATE TEMPORARY TABLE teams AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS team FROM check_groups;
UPDATE checks c SET group_id = teams.id, settings = jsonb_set(c.settings, '{request,url}',
    to_jsonb('https://shop-' || n || '.example.com/')) || jsonb_build_object(
    'name', (ARRAY['Front page', 'Checkout', 'Search', 'Sign-in', 'Orders', 'Images', 'Webhooks', 'Reports'])[1 + n % 8]
      || ' of shop ' || n,
    'tags', jsonb_build_array('team-' || n % 40, (ARRAY['production', 'staging'])[1 + n % 2]))
  FROM numbered JOIN teams ON team = n % 40 WHERE numbered.id = c.id;
COMMIT;
SQL
}
