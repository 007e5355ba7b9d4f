# Sourced by run: pings of many heartbeat monitors, each answered once it is stored.

measure_pings() {
  local name=load_pings_$$ account key page paths=$work/pings
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$name#" <<<"$admin_url")
  BELFRY_DATABASE_URL=$url timeout 60 java -jar target/belfry.jar migrate >"$work/migrate.out" 2>&1 ||
    die "migrating failed: $(tail -3 "$work/migrate.out")"
  account=$(BELFRY_DATABASE_URL=$url timeout 60 java -jar target/belfry.jar accounts create --name Load)
  key=$(BELFRY_DATABASE_URL=$url timeout 60 java -jar target/belfry.jar keys create --account "$account")
  sql "$url" "INSERT INTO checks (id, account_id, check_type, settings, created_at)
    SELECT gen_random_uuid(), '$account', 'HEARTBEAT', jsonb_build_object('name', 'Job ' || n, 'tags', '[]'::jsonb,
        'activated', true, 'muted', false, 'useGlobalAlertSettings', true,
        'heartbeat', '{\"period\":1,\"periodUnit\":\"hours\",\"grace\":10,\"graceUnit\":\"minutes\"}'::jsonb), now()
      FROM generate_series(1, 4000) AS n" >/dev/null
  sql "$url" 'ANALYZE' >/dev/null
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main
  local service=$pid home=http://127.0.0.1:$port
  for page in {1..40}; do
    curl -sSf -m 10 -H "Authorization: Bearer $key" "$home/v1/checks?limit=100&page=$page" |
      grep -o '/ping/[A-Za-z0-9_-]*' >>"$paths"
  done
  progress "$(sort -u "$paths" | wc -l) ping URLs"
  say "Warming up, $warm_up s"
  ping_for warm-up "$warm_up" "$home" "$service"
  sed -i '/^warm-up/d' "$work/results"
  local round
  for ((round = 1; round <= rounds; round++)); do
    say "Round $round of $rounds"
    ping_for ping "$seconds" "$home" "$service"
  done
  machine_without_postgres
  head_row
  row ping
  judge_failures
  judge 'pings a second, thousands' "$(awk -v n="$(median ping 2)" 'BEGIN { print n / 1000 }')" '>= 5'
  local counted
  counted=$(sql "$url" "SELECT sum(came) - sum(expected) + count(*) FILTER (WHERE due_at IS NOT NULL) FROM heartbeats")
  judge 'beats that are not accounted for' "${counted:-1}" '<= 0'
  databases=()
}

# ping_for NAME SECONDS HOME PID
ping_for() {
  local before after
  before=$(ticks "$4")
  timeout $(($2 + 20)) wrk -t "$wrk_threads" -c "$connections" -d "$2" --latency --timeout 10 \
    -s "$here/pings.lua" "$3" -- "$work/pings" >"$work/wrk.out" 2>"$work/wrk.err" ||
    die "wrk failed: $(tail -3 "$work/wrk.out" "$work/wrk.err")"
  after=$(ticks "$4")
  note "$1" $(tail -1 "$work/wrk.err") $((after - before))
}

machine_without_postgres() {
  printf '\nMachine: %s cores; wrk %s connections, %s threads, %s s each, %s rounds\nServer flags: %s\n' \
    "$(nproc)" "$connections" "$wrk_threads" "$seconds" "$rounds" "$java_flags"
  printf 'Load average before: %s; at the end: %s\n' "$load_before" "$(cut -d' ' -f1 /proc/loadavg)"
}
