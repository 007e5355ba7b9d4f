# Sourced by run: previews of alert settings over 30 days of a monitor that runs each minute.

previews=${LOAD_PREVIEWS:-7}
days=30
declare -A policies # by the name of the change
changes=()          # their names, in order

# change NAME POLICY
change() {
  changes+=("$1")
  policies[$1]=$2
}

measure_previews() {
  local name=load_previews_$$ account key check parent racks apart what round
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$name#" <<<"$admin_url")
  belfry migrate >"$work/migrate.out" 2>&1 || die "migrating failed: $(tail -3 "$work/migrate.out")"
  account=$(belfry accounts create --name Load)
  key=$(belfry keys create --account "$account")
  say "Making $days days of results"
  month_of_results "$account"
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main BELFRY_RATE_LIMIT_ROUTES=previewAlerts=100000/1
  racks=$(set -e; group "$key" Racks 2 21)
  apart=$(set -e; group "$key" Apart 22 41)
  check=$(set -e; monitor 0)
  parent=$(set -e; monitor 1)
  channel "$key" "$check"
  local quiet='"quietHours":[{"timeZone":"Europe/Berlin","from":"22:00","to":"07:00"}]'
  local grouping='"grouping":{"by":["HOST"],"waitSeconds":30,"intervalSeconds":300,"repeatMinutes":60}'
  change 'another threshold' '"alertSettings":{"runBasedEscalation":{"failedRunThreshold":2}}'
  change 'no retries' '"retryStrategy":null'
  change 'another degraded response time' '"degradedResponseTime":2900'
  change 'grouping and quiet hours' "$grouping,$quiet"
  change 'one parent' "\"dependsOn\":[{\"checkId\":\"$parent\"}]"
  change 'one parent, degraded' "\"dependsOn\":[{\"checkId\":\"$parent\"}],\"degradedResponseTime\":2900"
  change '20 parents that fail with it' "\"dependsOn\":[{\"groupId\":$racks}]"
  change '20 parents, all of these' "\"dependsOn\":[{\"groupId\":$racks}],$grouping,$quiet"
  change '20 parents that fail apart' "\"dependsOn\":[{\"groupId\":$apart}]"
  for ((round = 0; round < previews + 2; round++)); do
    ((round != 2)) || : >"$work/results" # two rounds warm up
    for what in "${changes[@]}"; do
      preview "$what" "http://127.0.0.1:$port/v1/check-alerts/preview" "$key" "$check" "${policies[$what]}"
    done
  done
  explain
  printf '\nMachine: %s cores, load average %s; %s previews in turns, of %s results of the monitor each\nServer flags: %s\n' \
    "$(nproc)" "$(cut -d' ' -f1 /proc/loadavg)" "$previews" "$((days * 1440))" "$java_flags"
  printf '%-32s %10s %10s %10s %10s\n' 'change' 'median ms' 'slowest ms' 'rows read' 'complete'
  for what in "${changes[@]}"; do
    awk -F'\t' -v what="$what" '$1 == what { print $2 "\t" $3 "\t" $4 }' "$work/results" | sort -n |
      awk -F'\t' -v what="$what" '{ all[NR] = $1 }
        END { printf "%-32s %10.1f %10.1f %10d %10s\n", what, all[int((NR + 1) / 2)], all[NR], $2, $3 }'
  done
  cat "$work/explain.out"
}

belfry() {
  BELFRY_DATABASE_URL=$url timeout 60 java -cp "$class_path" dev.belfry.Main "$@"
}

# monitor N: prints its id.
monitor() {
  sql "$url" "SELECT id FROM checks WHERE settings ->> 'name' = 'Monitor $1'"
}

# post PATH KEY BODY: prints the answer.
post() {
  curl -sS -f -m 20 -H "Authorization: Bearer $2" -H 'Content-Type: application/json' -d "$3" \
    "http://127.0.0.1:$port$1" || die "POST $1 failed"
}

# group KEY NAME FIRST LAST: puts monitors into a new group; prints its id.
group() {
  local id
  id=$(post /v2/check-groups "$1" "{\"name\":\"$2\"}" | grep -o '"id":[0-9]*' | head -1 | cut -d: -f2)
  sql "$url" "UPDATE checks SET group_id = $id WHERE substr(settings ->> 'name', 9)::int BETWEEN $3 AND $4" >/dev/null
  echo "$id"
}

# channel KEY CHECK: a webhook that a monitor is subscribed to.
channel() {
  post /v1/alert-channels "$1" "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"Load\",\"method\":\"POST\",
    \"url\":\"https://e.org/\"},\"subscriptions\":[{\"checkId\":\"$2\",\"activated\":true}]}" >/dev/null
}

# month_of_results ACCOUNT: 42 monitors with a failure of three minutes each day and a retry each hour,
# whose results lie between each other. Monitors 0 to 21 fail together, each of the others at its own time.
month_of_results() {
  sql "$url" "INSERT INTO checks (id, account_id, check_type, settings, created_at)
      SELECT gen_random_uuid(), '$1', 'URL', jsonb_build_object('name', 'Monitor ' || n, 'tags', '[]'::jsonb,
        'activated', false, 'muted', false, 'useGlobalAlertSettings', true, 'frequency', 1, 'runParallel', false,
        'retryStrategy', '{\"type\":\"FIXED\",\"baseBackoffSeconds\":10,\"maxRetries\":1}'::jsonb,
        'locations', '[\"eu-west-1\"]'::jsonb, 'request', '{\"url\":\"https://e.org/\"}'::jsonb), now()
      FROM generate_series(0, 41) AS n" >/dev/null
  sql "$url" "INSERT INTO series (account_id, check_id, location, shard)
      SELECT account_id, id, 'eu-west-1', shard_of(id) FROM checks ON CONFLICT DO NOTHING" >/dev/null
  sql "$url" "SELECT count(*) FROM generate_series(0, $days + 1) AS d,
      LATERAL make_partitions((epoch_millis() / 86400000)::int - d) AS made" >/dev/null
  sql "$url" "INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status, dns, tcp, tls,
        first_byte, download)
      SELECT epoch_millis() / 60000 * 60000 - m * 60000::bigint, s.id, 80000 + s.id * 7 % 1000, 5, 0,
        CASE WHEN f.failed THEN 2 ELSE 0 END, CASE WHEN f.failed THEN 100 ELSE 0 END,
        CASE WHEN f.failed THEN 500 ELSE 200 END, 1, 1, 1, 1, 1
      FROM generate_series($days * 1440, 1, -1) AS m, (
          SELECT s.id, greatest(0, substr(c.settings ->> 'name', 9)::int - 21) * 67 AS shift
          FROM series s JOIN checks c ON c.id = s.check_id) AS s,
        LATERAL (SELECT (m + s.shift) % 1440 < 3 AS failed) AS f" >/dev/null
  sql "$url" "INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status, dns, tcp, tls,
        first_byte, download)
      SELECT epoch_millis() / 60000 * 60000 - m * 60000::bigint, s.id, 80000, 2, 1, 2, 100, 500, 1, 1, 1, 1, 1
      FROM generate_series($days * 1440, 1, -60) AS m, series s" >/dev/null
  sql "$url" "SELECT count(*) FROM generate_series(0, 2) AS d, LATERAL make_rollup_partition(
      (extract(epoch FROM date_trunc('month', now()) - make_interval(months => d)) * 1000)::bigint) AS made" >/dev/null
  sql "$url" "SET session_replication_role = replica; INSERT INTO result_hours (hour, series_id, response_us, passed, degraded, failed, faults, missed, answered,
        fastest_us, slowest_us, histogram)
      SELECT at / 3600000 * 3600000, series_id, sum(response_us), count(*) FILTER (WHERE verdict = 0), 0,
        count(*) FILTER (WHERE verdict = 2), 0, 0, count(*), min(response_us), max(response_us), ''
      FROM results WHERE attempt = 0 AND at < epoch_millis() / 3600000 * 3600000 GROUP BY 1, 2" >/dev/null
  sql "$url" "UPDATE result_progress SET hour = epoch_millis() / 3600000 * 3600000" >/dev/null
  sql "$url" 'VACUUM ANALYZE' >/dev/null
}

# preview NAME URL KEY CHECK POLICY
preview() {
  curl -sS -m 20 -o "$work/preview.out" -w '%{http_code} %{time_total}\n' -H "Authorization: Bearer $3" \
    -H 'Content-Type: application/json' -d "{\"checkId\":\"$4\",\"policy\":{$5}}" "$2" >"$work/curl.out" ||
    die "no preview: $(cat "$work/curl.out")"
  grep -q '^200 ' "$work/curl.out" || die "$(cat "$work/curl.out" "$work/preview.out")"
  local rows complete=no
  rows=$(grep -o '"rowsRead":[0-9]*' "$work/preview.out" | cut -d: -f2)
  grep -q '"complete":true' "$work/preview.out" && ! grep -q MANY_PARENTS "$work/preview.out" && complete=yes
  awk -v name="$1" -v rows="$rows" -v complete="$complete" \
    '{ printf "%s\t%.1f\t%s\t%s\n", name, $2 * 1000, rows, complete }' "$work/curl.out" >>"$work/results"
  progress "$1: $(tail -1 "$work/results" | cut -f2) ms, $rows rows, $(grep -o '"alerts":{[^}]*}' "$work/preview.out")"
}

# The two statements that read most, at once for the whole range.
explain() {
  local series="(SELECT array_agg(s.id) FROM series s WHERE s.check_id = (SELECT id FROM checks WHERE settings ->> 'name' = 'Monitor 0'))::int[]"
  {
    sql "$url" "EXPLAIN (ANALYZE, BUFFERS, SUMMARY, COSTS OFF) SELECT DISTINCT h.series_id, h.hour FROM result_hours h
      WHERE h.series_id = ANY ($series) AND h.hour >= epoch_millis() - ($days + 1) * 86400000::bigint
        AND h.hour < epoch_millis() AND (h.failed > 0 OR h.degraded > 0)"
    sql "$url" "EXPLAIN (ANALYZE, BUFFERS, SUMMARY, COSTS OFF) SELECT r.series_id, r.at, r.attempt::int, r.verdict::int,
        r.reason::int, is_answered(r.status, r.reason), r.delay_ms, r.response_us
      FROM results r WHERE r.series_id = ANY ($series) AND r.attempt = ANY ('{0}')
        AND r.at >= epoch_millis() - $days * 86400000::bigint AND r.at < epoch_millis()
      ORDER BY r.at, r.series_id, r.attempt = 0, r.attempt"
  } | grep -E 'Execution Time|Planning Time|Buffers|Sort Method' >"$work/explain.out"
}
