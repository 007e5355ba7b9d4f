# Sourced by run: the console in a browser, for somebody with very many monitors.

measure_console() {
  monitors=${LOAD_MONITORS:-100000}
  database console "$monitors"
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main
  say "Giving $monitors monitors names, states and results"
  known_monitors || die "the monitors could not be told apart: $(tail -3 "$work/names.err")"
  local deadline=$((SECONDS + 300))
  until [[ $(sql "$url" 'SELECT count(*) FROM (SELECT FROM changes LIMIT 1) one') == 0 ]]; do
    ((SECONDS < deadline)) || die "the list did not follow in five minutes"
    sleep 1
  done
  sql "$url" 'VACUUM ANALYZE'
  machine
  timeout 600 mvn -q -B exec:exec -Dexec.classpathScope=test -Dexec.executable=java \
    "-Dexec.args=-cp %classpath dev.belfry.account.console.ConsolePaint http://127.0.0.1:$port $seed/key $monitors $rounds"
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
UPDATE checks c SET settings = jsonb_set(c.settings, '{request,url}',
    to_jsonb('https://shop-' || n || '.example.com/')) || jsonb_build_object(
    'name', (ARRAY['Front page', 'Checkout', 'Search', 'Sign-in', 'Orders', 'Images', 'Webhooks', 'Reports'])[1 + n % 8]
      || ' of shop ' || n,
    'tags', jsonb_build_array('team-' || n % 40, (ARRAY['production', 'staging'])[1 + n % 2]))
  FROM numbered WHERE numbered.id = c.id;
COMMIT;
SQL
}
