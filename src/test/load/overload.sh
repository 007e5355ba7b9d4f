# Sourced by run: an instance that is asked for more runs than it can make, over plain HTTP and over
# TLS, alone and with busy processes beside it. One start for each: cold, then a little more than it
# can make, twice and seven times that, and in the end less.

# shellcheck source=runs.sh
. "$here/runs.sh"

period=10
most_series=${LOAD_MOST_SERIES:-300000} # more checks a second than these make in 10 s: shorter periods
schemes=${LOAD_SCHEMES:-http https}
http_guess=${LOAD_HTTP_GUESS:-5000}    # checks a second that it may be able to make; times seven is
https_guess=${LOAD_HTTPS_GUESS:-400}   # what the monitors ask for in the beginning
busy_counts=${LOAD_BUSY:-0 2}          # busy processes beside it, one round for each
step_seconds=${LOAD_STEP_SECONDS:-30}  # how long each load is measured
settle_seconds=${LOAD_SETTLE_SECONDS:-15}
places=(eu-west-1 eu-west-2 eu-west-3 eu-central-1 eu-north-1 us-east-1 us-east-2 us-west-1)
created=${LOAD_CREATED:-30000}         # monitors that are created beside 1,000 checks a second

measure_overload() {
  need openssl haproxy
  local scheme busy
  : >"$work/verdicts"
  for scheme in $schemes; do
    for busy in $busy_counts; do
      overload "$scheme" "$busy"
    done
  done
  for busy in $busy_counts; do
    ((created == 0)) || creations "$busy"
  done
  machine
  head_ratios
  cat "$work/verdicts"
}

# overload SCHEME BUSY
overload() {
  local guess=${1}_guess title="$1, $2 busy beside it" asked at_seven at_two best made now_asked
  guess=${!guess}
  bare_database "overload_$1_$2"
  asked=$((guess * 7)) made=$asked
  local period=$((most_series / asked))
  period=$((period < 1 ? 1 : period > 10 ? 10 : period))
  ask_for "$asked" "$1"
  plain_or_tls_target "$1"
  keep_busy "$2"
  schedule_all "$asked"
  sleep "$warm_up"
  step "$title, cold" "$asked"
  ((useful > 0)) || die "nothing was useful"
  ask "$((useful * 13 / 10))"
  step "$title, x1.3" "$now_asked"
  best=$useful
  ask "$((best * 2))"
  step "$title, x2" "$now_asked"
  at_two=$useful
  fairness "$title, x2"
  ask "$((best * 7))"
  step "$title, x7" "$now_asked"
  at_seven=$useful asked=$now_asked
  fairness "$title, x7"
  best=$(printf '%s\n' "$best" "$at_two" "$at_seven" | sort -n | tail -1)
  ask "$((best * 6 / 10))"
  sleep 20
  settle_seconds=0 step "$title, x0.6" "$now_asked"
  {
    judge "$title: useful a second at $(ratio_of "$asked" "$best") times, of the best" "$(ratio_of "$at_seven" "$best")" '>= 0.8'
    judge "$title: the same at twice" "$(ratio_of "$at_two" "$best")" '>= 0.8'
    judge "$title: best, useful a second" "$best" ''
    judge "$title: missed 20 s after the load fell" "$missed" '<= 0'
    judge "$title: difference in the ledger" "$(java_of ledger | awk '/^difference/ { print $2 }')" '<= 0'
  } >>"$work/verdicts"
  stop_all
}

ratio_of() {
  awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", b ? a / b : 0 }'
}

# ask_for CHECKS SCHEME: monitors of two accounts, one with a tenth of them, that ask for so many
# checks a second; each runs at all places at once.
ask_for() {
  local count=$(($1 * period / ${#places[@]})) other
  other=$(java_of accounts create --name Small)
  target_port=$(free_port)
  say "Making $count monitors at ${#places[@]} places, every $period s, for $1 checks a second over $2"
  sql "$url" "INSERT INTO checks (id, account_id, check_type, settings, created_at)
    SELECT gen_random_uuid(), CASE WHEN i % 10 = 0 THEN '$other'::uuid ELSE '$account' END, 'URL',
      jsonb_build_object('name', 'Monitor ' || i, 'activated', true, 'frequency', 0,
      'frequencyOffset', $period, 'runParallel', true, 'tags', '[]'::jsonb,
      'locations', to_jsonb('{$(IFS=, && echo "${places[*]}")}'::text[]),
      'request', jsonb_build_object('method', 'GET', 'skipSSL', true,
        'url', '$2://127.0.0.1:$target_port/' || i),
      'degradedResponseTime', 3000, 'maxResponseTime', 5000), now()
    FROM generate_series(1, $count) AS i"
  sql "$url" 'ANALYZE; CHECKPOINT'
}

# HAProxy answers over TLS: a target in Java would be at its own limit first.
plain_or_tls_target() {
  if [[ $1 == http ]]; then
    launch target java -XX:+UseSerialGC -Xmx256m -cp "$class_path" dev.belfry.benchmark.TargetServer \
      "$target_port" 1
    target_pid=$pid
    await target 30 'target on'
    return
  fi
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
    -subj /CN=127.0.0.1 -keyout "$work/target.pem.key" -out "$work/target.pem" 2>"$work/openssl.err" ||
    die "no certificate: $(tail -3 "$work/openssl.err")"
  answering_over_tls "bind 127.0.0.1:$target_port ssl crt $work/target.pem" >"$work/target.cfg"
  launch target haproxy -db -f "$work/target.cfg"
  target_pid=$pid
  listening 127.0.0.1 target
}

keep_busy() {
  local i
  for ((i = 0; i < $1; i++)); do
    launch "busy$i" bash -c 'while :; do :; done'
  done
}

# schedule_all CHECKS: starts the service, with the probes of one host unbounded.
schedule_all() {
  export BELFRY_PROBE_MAX_PER_HOST=2000
  schedule $(($1 * period / ${#places[@]} * ${#places[@]}))
  service_pid=$pid
}

stop_all() {
  local i
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    stop "${pids[i]}"
  done
  pids=()
}

# ask CHECKS: pauses and starts monitors until so many checks a second are asked for, or all are;
# leaves how many these are in $now_asked.
ask() {
  now_asked=$(($1 < made ? $1 : made))
  say "Asking for $now_asked checks a second"
  sql "$url" "UPDATE checks SET settings = settings || jsonb_build_object('activated', wanted)
    FROM (SELECT id AS one, split_part(settings ->> 'name', ' ', 2)::int <= $((now_asked * period / ${#places[@]})) AS wanted
      FROM checks) AS w
    WHERE id = one AND settings -> 'activated' <> to_jsonb(wanted)"
}

# verdict NAME: runs with that verdict so far.
verdict() {
  curl -s -m 5 "http://127.0.0.1:$management/metrics" |
    awk -v name="$1" 'index($1, "belfry_runs_ran_total{") == 1 && index($1, "\"" name "\"") { n += $NF } END { printf "%.0f\n", n }'
}

# step NAME OFFERED: leaves the useful runs a second in $useful, the missed ones in $missed.
step() {
  local passed failed faults began shed cpu postgres took
  sleep "$settle_seconds"
  began=$(date +%s%N)
  passed=$(($(verdict PASSED) + $(verdict DEGRADED))) failed=$(verdict FAILED)
  faults=$(verdict OBSERVER_FAULT) shed=$(metric belfry_runs_missed_total) cpu=$(ticks "$service_pid")
  postgres=$(postgres_ticks)
  buckets "$work/buckets0"
  sleep "$step_seconds"
  took=$(($(date +%s%N) - began))
  passed=$(($(verdict PASSED) + $(verdict DEGRADED) - passed)) failed=$(($(verdict FAILED) - failed))
  faults=$(($(verdict OBSERVER_FAULT) - faults)) missed=$(($(metric belfry_runs_missed_total) - shed))
  buckets "$work/buckets1"
  useful=$(awk -v n="$passed" -v t="$took" 'BEGIN { printf "%.0f", n * 1e9 / t }')
  progress "$1: $2/s asked for, $useful/s useful, $missed missed, $failed failed, $faults faults," \
    "late p50 $(quantile 0.5) ms, p99 $(quantile 0.99) ms, limit $(metric belfry_probes_limit)," \
    "$(metric belfry_runs_open) open, $(metric belfry_results_waiting) to write," \
    "$(metric belfry_results_missed_waiting) missed to write," \
    "CPU $(of_processor "$(($(ticks "$service_pid") - cpu))" "$took")%, Postgres $(of_processor "$(($(postgres_ticks) - postgres))" "$took")%"
}

# of_processor TICKS NANOSECONDS: per cent of one processor.
of_processor() {
  awk -v c="$1" -v hz="$(getconf CLK_TCK)" -v t="$2" 'BEGIN { printf "%.0f", c / hz * 1e11 / t }'
}

# fairness NAME: how evenly the last 30 seconds' runs were left out.
fairness() {
  local row
  row=$(sql "$url" "WITH of_series AS (
      SELECT s.account_id, r.series_id, count(*) AS n, count(*) FILTER (WHERE r.verdict <> 4) AS made
      FROM results r JOIN series s ON s.id = r.series_id
      WHERE r.attempt = 0 AND r.at > epoch_millis() - 35000 AND r.at < epoch_millis() - 5000 GROUP BY 1, 2),
    of_account AS (SELECT account_id, sum(made) / sum(n) AS share FROM of_series GROUP BY 1)
    SELECT (SELECT round(max(share) / min(share), 3) FROM of_account),
      (SELECT max(made) - min(made) FROM of_series)")
  progress "$1: share of the luckier account, of the other: ${row%|*}; most runs of a monitor less the fewest: ${row#*|}"
  judge "$1: share of runs of the luckier account, of the other" "${row%|*}" '<= 1.1' >>"$work/verdicts"
}

# creations BUSY: monitors are created while 1,000 checks a second go on.
creations() {
  local before
  bare_database "creations_$1"
  ask_for 1000 http
  plain_or_tls_target http
  keep_busy "$1"
  schedule_all 1000
  sleep "$settle_seconds"
  before=$(metric belfry_runs_missed_total)
  say "Creating $created monitors"
  timeout 300 wrk -t 1 -c 16 -d 240 -s "$here/creations.lua" "http://127.0.0.1:$port" -- "$key" "$created" \
    >"$work/wrk.out" 2>"$work/wrk.err" &
  local client=$! total=$((created + 1000 * period / ${#places[@]}))
  until ! kill -0 "$client" 2>/dev/null || (($(sql "$url" 'SELECT count(*) FROM checks') >= total)); do
    sleep 1
  done
  kill "$client" 2>/dev/null || true
  wait "$client" 2>/dev/null || true
  sleep "$period"
  judge "$(($(sql "$url" 'SELECT count(*) FROM checks') - 1000 * period / ${#places[@]})) created beside 1,000 checks/s, $1 busy: missed" \
    "$(($(metric belfry_runs_missed_total) - before))" '<= 0' >>"$work/verdicts"
  tail -1 "$work/verdicts" >&2
  stop_all
}
