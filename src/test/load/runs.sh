# Sourced by run: durable checks each second, what one costs, how late they begin, and what the API
# feels of it. The target, the service and Postgres share the machine.

rate=${rate:-${LOAD_RATE:-2000}} # checks a second that the monitors ask for
period=${LOAD_PERIOD:-10}      # seconds from one run of a monitor to the next: 10, 20, 30 or 60
length=${length:-${LOAD_RUN_SECONDS:-300}}
outage=${LOAD_OUTAGE:-60}      # seconds that nothing runs before the service is started again
check_type=${LOAD_CHECK:-URL}  # type of the checks: URL, API with three JSON assertions, TCP or DNS

measure_runs() {
  local count=$((rate * period))
  bare_database runs
  add_monitors "$count" "$period"
  target
  local started first
  schedule "$count"
  first=$started
  say "warming up"
  sleep "$warm_up"
  sample "$length"
  local busy idle
  busy=$(paced)
  stop "$pid"
  say "stopped; to be started again in $outage s"
  sleep "$outage"
  schedule "$count"
  sql "$url" "UPDATE checks SET settings = settings || '{\"activated\": false}'"
  sleep 10
  idle=$(paced)
  rows
  head_ratios
  judge "from the first start to $count monitors scheduled, s" "$first" '<= 5'
  judge "the same $outage s after it was stopped, s" "$started" '<= 5'
  verdicts
  judge 'API p50 while idle, ms' "$(cut -d' ' -f1 <<<"$idle")" ''
  judge 'API p50 while probing, ms' "$(cut -d' ' -f1 <<<"$busy")" ''
  judge 'API p99 while idle, ms' "$(cut -d' ' -f2 <<<"$idle")" ''
  judge 'API p99 while probing, of idle' \
    "$(awk -v a="$(cut -d' ' -f2 <<<"$busy")" -v b="$(cut -d' ' -f2 <<<"$idle")" 'BEGIN { print a / b }')" '<= 2'
}

# schedule NUMBER [NAME]: starts the service; leaves how long it takes until so many monitors are scheduled in $started.
schedule() {
  local before
  before=$(date +%s%N)
  management=$(free_port)
  BELFRY_DATABASE_URL=$url serve "${2:-service}" dev.belfry.Main BELFRY_LOCATIONS=all \
    BELFRY_ALLOW_PRIVATE_TARGETS=true BELFRY_MANAGEMENT_PORT="$management" BELFRY_RATE_LIMIT=0
  until (($(metric belfry_schedule_series) >= $1)); do
    sleep 0.05
    (($(date +%s%N) - before < 120000000000)) || die "only $(metric belfry_schedule_series) are scheduled"
  done
  started=$(awk -v n=$(($(date +%s%N) - before)) 'BEGIN { print n / 1e9 }')
  say "$1 monitors scheduled after $started s"
}

# Median and 99th percentile of reading one monitor, 100 times a second; the round in the middle of three.
paced() {
  local id
  id=$(sql "$url" 'SELECT id FROM checks LIMIT 1')
  for _ in 1 2 3; do
    timeout 60 java -XX:+UseSerialGC -cp "$class_path" dev.belfry.benchmark.PacedClient \
      "$port" "/v1/checks/$id" "$key" 100 20 2>>"$work/commands.err"
  done | sort -k2 -n | sed -n 2p
}

# A database with the schema, an account and its key, and nothing else; leaves $url, $account, $key.
bare_database() {
  local name=load_$1_$$
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$name#" <<<"$admin_url")
  java_of migrate
  account=$(java_of accounts create --name Load)
  key=$(java_of keys create --account "$account")
}

java_of() {
  BELFRY_DATABASE_URL=$url timeout 60 java -cp "$class_path" dev.belfry.Main "$@" 2>>"$work/commands.err" ||
    die "$1 failed: $(tail -3 "$work/commands.err")"
}

# add_monitors NUMBER SECONDS [URL [ACCOUNT]]: URL and ACCOUNT are expressions of SQL with the number i of the monitor.
add_monitors() {
  say "Making $1 monitors that run every $2 s"
  local minutes=$(($2 / 60)) offset="$2" request
  : "${target_port:=$(free_port)}"
  local at=${3:-"'http://127.0.0.1:$target_port/' || i"} owner=${4:-"'$account'"}
  case $check_type in
    URL) request="jsonb_build_object('method', 'GET', 'url', $at)" ;;
    API) request="jsonb_build_object('method', 'GET', 'url', 'http://127.0.0.1:$target_port/json/' || i, 'assertions',
      '[{\"source\":\"JSON_BODY\",\"property\":\"$.status\",\"comparison\":\"EQUALS\",\"target\":\"up\"},
        {\"source\":\"JSON_BODY\",\"property\":\"$.items[1].id\",\"comparison\":\"EQUALS\",\"target\":\"2\"},
        {\"source\":\"JSON_BODY\",\"property\":\"$.items.length()\",\"comparison\":\"GREATER_THAN\",\"target\":\"1\"}]'::jsonb)" ;;
    TCP) request="jsonb_build_object('hostname', '127.0.0.1', 'port', $target_port)" ;;
    DNS) request="jsonb_build_object('query', 'host-' || i || '.example', 'recordType', 'A',
      'nameServer', '127.0.0.1', 'port', $target_port, 'protocol', 'UDP')" ;;
    *) die "LOAD_CHECK is URL, API, TCP or DNS" ;;
  esac
  local first
  for ((first = 1; first <= $1; first += 50000)); do
    sql "$url" "INSERT INTO checks (id, account_id, check_type, settings, created_at)
      SELECT gen_random_uuid(), $owner, '$check_type', jsonb_strip_nulls(jsonb_build_object(
        'name', 'Monitor ' || i, 'activated', true, 'frequency', $minutes,
        'frequencyOffset', CASE WHEN $minutes = 0 THEN $offset END,
        'locations', jsonb_build_array('eu-west-1'), 'tags', '[]'::jsonb,
        'request', $request,
        'degradedResponseTime', 3000, 'maxResponseTime', 5000)), now()
      FROM generate_series($first, least($1, $first + 49999)) AS i"
  done
  sql "$url" 'ANALYZE; CHECKPOINT'
}

target() {
  launch target java -XX:+UseSerialGC -Xmx128m -cp "$class_path" dev.belfry.benchmark.TargetServer \
    "$target_port" 1
  target_pid=$pid
  await target 30 'target on'
}

# answering_over_tls BINDS: the configuration of an HAProxy that answers by itself.
answering_over_tls() {
  printf 'global\n  maxconn 4000\n  nbthread 1\n  tune.ssl.cachesize 0\n'
  printf '  ssl-default-bind-options ssl-min-ver TLSv1.3 no-tls-tickets\n'
  printf 'defaults\n  mode http\n  timeout client 20s\n  timeout http-request 20s\n'
  printf 'frontend target\n  backlog 4096\n%s\n' "$1"
  printf '  http-request return status 200 content-type text/plain string ok\n'
}

# listening ADDRESS NAME: waits until the target of that name accepts connections.
listening() {
  local tenths=100
  until (exec 3<>"/dev/tcp/$1/$target_port") 2>/dev/null; do
    ((tenths-- > 0)) || die "the target did not start: $(tail -3 "$work/$2.err")"
    sleep 0.1
  done
}

# The sum of a metric over its labels, rounded.
metric() {
  curl -s -m 5 "http://127.0.0.1:$management/metrics" |
    awk -v name="$1" 'index($1, name) == 1 && (length($1) == length(name) || substr($1, length(name) + 1, 1) == "{") { n += $NF }
      END { printf "%.0f\n", n }'
}

buckets() {
  curl -s -m 5 "http://127.0.0.1:$management/metrics" |
    sed -n 's/^belfry_runs_lateness_seconds_bucket{le="\([^"]*\)"} \(.*\)/\1 \2/p' >"$1"
}

# sample SECONDS: what happens in that time, with progress every ten.
sample() {
  local end=$((SECONDS + $1)) from
  from=$(sql "$url" "SELECT to_char(to_timestamp((min(watermark) / 1000)::bigint) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') FROM shards")
  ledger_from=$from
  ran0=$(metric belfry_runs_ran_total) missed0=$(metric belfry_runs_missed_total) cpu0=$(ticks "$pid")
  target0=$(ticks "$target_pid") begun=$(date +%s%N)
  buckets "$work/buckets0"
  while ((SECONDS < end)); do
    sleep $((end - SECONDS < 10 ? end - SECONDS : 10))
    progress "$(metric belfry_runs_ran_total) ran, $(metric belfry_runs_missed_total) missed, $(metric belfry_runs_open) open, $(metric belfry_results_waiting) to write, $(awk '/^VmRSS/ { printf "%d", $2 / 1024 }' "/proc/$pid/status") MiB"
  done
  ran=$(($(metric belfry_runs_ran_total) - ran0)) missed=$(($(metric belfry_runs_missed_total) - missed0))
  cpu=$(($(ticks "$pid") - cpu0)) target_cpu=$(($(ticks "$target_pid") - target0))
  took=$(awk -v n=$(($(date +%s%N) - begun)) 'BEGIN { print n / 1e9 }')
  buckets "$work/buckets1"
  resident=$(awk '/^VmRSS/ { printf "%d", $2 / 1024 }' "/proc/$pid/status")
}

rows() {
  machine
  awk -v r="$ran" -v m="$missed" -v s="$took" -v c="$cpu" -v t="$target_cpu" -v hz="$(getconf CLK_TCK)" 'BEGIN {
    printf "\n%d checks in %.0f s: %.0f a second; missed %d; CPU for each: ours %.3f ms, the target %.3f ms\n",
      r, s, r / s, m, c / hz * 1e3 / r, t / hz * 1e3 / r
  }'
}

# quantile Q: the bound of the bucket that holds it, in milliseconds.
quantile() {
  paste "$work/buckets0" "$work/buckets1" |
    awk -v q="$1" '{ le[NR] = $1; n[NR] = $4 - $2 } END {
      for (i = 1; i <= NR; i++) if (n[i] >= q * n[NR]) { print le[i] == "+Inf" ? 99999 : le[i] * 1000; exit }
    }'
}

verdicts() {
  judge 'durable checks a second' "$(awk -v r="$ran" -v s="$took" 'BEGIN { print r / s }')" ">= $((rate * 98 / 100))"
  judge 'our CPU for each, ms' "$(awk -v r="$ran" -v c="$cpu" -v hz="$(getconf CLK_TCK)" 'BEGIN { print c / hz * 1e3 / r }')" "<= ${cpu_goal:-0.3}"
  judge 'missed' "$missed" '<= 0'
  judge 'lateness p50, ms (bound of its bucket)' "$(quantile 0.5)" ''
  judge 'lateness p99, ms (bound of its bucket)' "$(quantile 0.99)" "$( ((rate <= 1000)) && echo '<= 20')"
  judge 'resident memory, MiB' "$resident" "$( ((rate * period <= 10000)) && echo '<= 256')"
  judge 'bytes for each result, with its index' "$(sql "$url" "
    SELECT (SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'results'::regclass)
      / greatest(1, (SELECT count(*) FROM results))")" '<= 100'
  judge 'difference in the ledger' "$(java_of ledger --from "$ledger_from" | awk '/^difference/ { print $2 }')" '<= 0'
}
