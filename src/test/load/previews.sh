# Sourced by run: previews of alert settings over 30 days of a monitor that runs each minute.

previews=${LOAD_PREVIEWS:-7} # the operation has 30 requests a minute
days=30

measure_previews() {
  local name=load_previews_$$ account key check
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$name#" <<<"$admin_url")
  belfry migrate >"$work/migrate.out" 2>&1 || die "migrating failed: $(tail -3 "$work/migrate.out")"
  account=$(belfry accounts create --name Load)
  key=$(belfry keys create --account "$account")
  check=$(set -e; month_of_results "$account")
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main
  local home=http://127.0.0.1:$port/v1/check-alerts/preview
  preview warm-up "$home" "$key" "$check" '"muted":true,"degradedResponseTime":2900'
  sed -i '/^warm-up/d' "$work/results"
  preview 'another threshold' "$home" "$key" "$check" \
    '"alertSettings":{"runBasedEscalation":{"failedRunThreshold":2}}'
  preview 'no retries' "$home" "$key" "$check" '"retryStrategy":null'
  preview 'another degraded response time' "$home" "$key" "$check" '"degradedResponseTime":2900'
  explain
  printf '\nMachine: %s cores; %s previews of %s results each\nServer flags: %s\n' \
    "$(nproc)" "$previews" "$((days * 1440))" "$java_flags"
  printf '%-32s %10s %10s\n' 'change' 'median ms' 'slowest ms'
  local what
  for what in 'another threshold' 'no retries' 'another degraded response time'; do
    awk -F'\t' -v what="$what" '$1 == what { print $2 }' "$work/results" | sort -n |
      awk -v what="$what" '{ all[NR] = $1 } END { printf "%-32s %10.1f %10.1f\n", what, all[int((NR + 1) / 2)], all[NR] }'
  done
  cat "$work/explain.out"
}

belfry() {
  BELFRY_DATABASE_URL=$url timeout 60 java -cp "$class_path" dev.belfry.Main "$@"
}

# month_of_results ACCOUNT: a monitor with a failure of three minutes each day and a retry each hour,
# among 40 others whose results lie between; prints its id.
month_of_results() {
  sql "$url" "INSERT INTO checks (id, account_id, check_type, settings, created_at)
      SELECT gen_random_uuid(), '$1', 'URL', jsonb_build_object('name', 'Monitor ' || n, 'tags', '[]'::jsonb,
        'activated', false, 'muted', false, 'useGlobalAlertSettings', true, 'frequency', 1, 'runParallel', false,
        'retryStrategy', '{\"type\":\"FIXED\",\"baseBackoffSeconds\":10,\"maxRetries\":1}'::jsonb,
        'locations', '[\"eu-west-1\"]'::jsonb, 'request', '{\"url\":\"https://e.org/\"}'::jsonb), now()
      FROM generate_series(0, 40) AS n" >/dev/null
  sql "$url" "INSERT INTO series (account_id, check_id, location, shard)
      SELECT account_id, id, 'eu-west-1', shard_of(id) FROM checks ON CONFLICT DO NOTHING" >/dev/null
  sql "$url" "SELECT count(*) FROM generate_series(0, $days + 1) AS d,
      LATERAL make_partitions((epoch_millis() / 86400000)::int - d) AS made" >/dev/null
  sql "$url" "INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status, dns, tcp, tls,
        first_byte, download)
      SELECT epoch_millis() / 60000 * 60000 - m * 60000::bigint, s.id, 80000 + s.id * 7 % 1000, 5, 0,
        CASE WHEN m % 1440 < 3 THEN 2 ELSE 0 END, CASE WHEN m % 1440 < 3 THEN 100 ELSE 0 END,
        CASE WHEN m % 1440 < 3 THEN 500 ELSE 200 END, 1, 1, 1, 1, 1
      FROM generate_series($days * 1440, 1, -1) AS m, series s" >/dev/null
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
  sql "$url" 'SELECT id FROM checks ORDER BY id LIMIT 1'
}

# preview NAME URL KEY CHECK POLICY
preview() {
  local round
  for ((round = 0; round < previews; round++)); do
    curl -sS -m 20 -o "$work/preview.out" -w '%{http_code} %{time_total}\n' -H "Authorization: Bearer $3" \
      -H 'Content-Type: application/json' -d "{\"checkId\":\"$4\",\"policy\":{$5}}" "$2" >"$work/curl.out" ||
      die "no preview: $(cat "$work/curl.out")"
    grep -q '^200 ' "$work/curl.out" || die "$(cat "$work/curl.out" "$work/preview.out")"
    awk -v name="$1" '{ printf "%s\t%.1f\n", name, $2 * 1000 }' "$work/curl.out" >>"$work/results"
  done
  progress "$1: $(tail -1 "$work/results" | cut -f2) ms, $(grep -o '"rowsRead":[0-9]*' "$work/preview.out")," \
    "$(grep -o '"alerts":{[^}]*}' "$work/preview.out")"
}

# The two statements that read most, at once for the whole range.
explain() {
  local series="(SELECT array_agg(s.id) FROM series s WHERE s.check_id = (SELECT min(id::text)::uuid FROM checks))::int[]"
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
