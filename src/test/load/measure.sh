# Sourced by run: one measurement at a time, noted as a line of $work/results:
# name, requests each second, median and p99 in milliseconds, microseconds of CPU for each request.

# Clock ticks that a process has used so far.
ticks() {
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || { echo 0; return; }
  set -- ${stat##*) }
  echo $((${12} + ${13}))
}

# Clock ticks of all processes of the database server, also those that ended; 0 when it is elsewhere.
postgres_ticks() {
  [[ -n $postmaster ]] || { echo 0; return; }
  local one files=()
  for one in $(cat "/proc/$postmaster/task/$postmaster/children" 2>/dev/null); do
    files+=("/proc/$one/stat")
  done
  { cat "${files[@]}" 2>/dev/null; sed 's/^/postmaster /' "/proc/$postmaster/stat"; } | awk '{
    ended = /^postmaster /
    sub(/.*\) /, "")
    sum += $12 + $13 + (ended ? $14 + $15 : 0)
  } END { print sum + 0 }'
}

find_postmaster() {
  postmaster=$postgres_pid
  [[ -z $postmaster ]] || return 0
  local child
  child=$(sql "$admin_url" "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'") || true
  [[ -z $child || ! -r /proc/$child/stat ]] || postmaster=$(sed 's/.*) //' "/proc/$child/stat" | cut -d' ' -f2)
}

# warm KIND PORT...: so that what is measured is compiled code.
warm() {
  local kind=$1 port
  shift
  for port in "$@"; do
    say "Warming up, $warm_up s"
    timeout $((warm_up + 20)) wrk -t "$wrk_threads" -c "$connections" -d "$warm_up" \
      -s "$here/requests.lua" "http://127.0.0.1:$port" -- "$kind" "$monitors" "$seed" \
      >"$work/wrk.out" 2>&1 || die "wrk failed: $(tail -3 "$work/wrk.out")"
  done
}

# wrk_run NAME KIND PORT PID [MONITORS]: loads one server; PID is whose CPU counts.
wrk_run() {
  local name=$1 kind=$2 port=$3 of=$4 count=${5:-$monitors} before after numbers
  before=$(ticks "$of")
  timeout $((seconds + 20)) wrk -t "$wrk_threads" -c "$connections" -d "$seconds" --latency --timeout 10 \
    -s "$here/requests.lua" "http://127.0.0.1:$port" -- "$kind" "$count" "$seed" \
    >"$work/wrk.out" 2>"$work/wrk.err" || die "wrk failed: $(tail -3 "$work/wrk.out" "$work/wrk.err")"
  after=$(ticks "$of")
  numbers=$(tail -1 "$work/wrk.err")
  note "$name" $numbers $((after - before))
}

# note NAME REQUESTS SECONDS P50 P99 FAILURES TICKS
note() {
  [[ -n ${6:-} ]] || die "$1: wrk gave no result: $(tail -3 "$work/wrk.err")"
  awk -v hz="$(getconf CLK_TCK)" -v name="$1" -v n="$2" -v s="$3" -v p50="$4" -v p99="$5" -v f="$6" -v t="$7" 'BEGIN {
    printf "%s\t%.1f\t%.3f\t%.3f\t%.1f\t%d\n", name, n / s, p50 / 1000, p99 / 1000, t / hz * 1e6 / (n ? n : 1), f
  }' >>"$work/results"
  progress "$(tail -1 "$work/results")"
  (($6 == 0)) || say "$6 of $2 requests failed; statuses so far: $(statuses)"
  (($6 * 20 <= $2)) || die "more than one in twenty failed"
}

# Statuses other than 200 in the access logs, with their number.
statuses() {
  grep -ho '"logger":"access".*"status":[0-9]*' "$work"/*.err | grep -o '[0-9]*$' | grep -v 200 | sort | uniq -c | tr -s '\n ' ' '
}

# pgbench_run NAME SCRIPT [MONITORS]: the same statement without anything in between.
pgbench_run() {
  local name=$1 script=$2 count=${3:-$monitors} line arguments=() tps
  while IFS= read -r line; do
    arguments+=(-D "$line")
  done <"$seed/define"
  timeout $((seconds + 20)) pgbench -n -M prepared -c 16 -j 2 -T "$seconds" -f "$seed/$script.sql" \
    -D monitors="$count" "${arguments[@]}" "$url" >"$work/pgbench.out" 2>&1 ||
    die "pgbench failed: $(tail -3 "$work/pgbench.out")"
  tps=$(sed -n 's/^tps = \([0-9.]*\).*/\1/p' "$work/pgbench.out")
  printf '%s\t%s\t\t\t\n' "$name" "$tps" >>"$work/results"
  progress "$(tail -1 "$work/results")"
}

# Medians over the rounds. median NAME COLUMN
median() {
  awk -F'\t' -v name="$1" -v column="$2" '$1 == name && $column != "" { print $column }' "$work/results" |
    sort -n | awk '{ v[NR] = $1 } END { if (NR) print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# row NAME...: one line of the table for each name that was measured.
row() {
  local name
  for name in "$@"; do
    [[ -n $(median "$name" 2) ]] || continue
    awk -v name="$name" -v rate="$(median "$name" 2)" -v p50="$(median "$name" 3)" \
      -v p99="$(median "$name" 4)" -v cpu="$(median "$name" 5)" 'BEGIN {
        printf "| %-44s | %10.0f |", name, rate
        if (p50 == "") printf " %8s | %8s | %6s | %7s |\n", "", "", "", ""
        else printf " %8.2f | %8.2f | %6.1f | %7.1f |\n", p50, p99, p99 / p50, cpu
      }'
  done
}

head_row() {
  printf '\n| %-44s | %10s | %8s | %8s | %6s | %7s |\n' Measurement "per s" "p50 ms" "p99 ms" p99/p50 "CPU us"
  printf '|---|---:|---:|---:|---:|---:|\n'
}

# ratio TEXT A B GOAL: A to B, with its goal if there is one, for example ">= 0.9". The ratio is the
# median of the rounds' ratios, so that a slow moment of the machine hits both sides alike.
ratio() {
  local value
  value=$(paste <(of "$2") <(of "$3") | awk '$1 != "" && $2 > 0 { print $1 / $2 }' | sort -n |
    awk '{ v[NR] = $1 } END { if (NR) print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }')
  [[ -n $value ]] || return 0
  judge "$1" "$value" "${4:-}"
}

of() {
  awk -F'\t' -v name="$1" '$1 == name { print $2 }' "$work/results"
}

# judge TEXT VALUE GOAL
judge() {
  awk -v text="$1" -v value="$2" -v goal="$3" 'BEGIN {
    split(goal, part, " ")
    met = value == "" ? 0 : part[1] == ">=" ? value >= part[2] : value <= part[2]
    printf "| %-64s | %9.2f | %-8s | %-3s |\n", text, value, goal, goal == "" ? "" : met ? "yes" : "NO"
  }'
}

# Requests that failed, over all measurements.
judge_failures() {
  judge 'requests that failed' "$(awk -F'\t' '{ n += $6 } END { print n + 0 }' "$work/results")" '<= 0'
}

head_ratios() {
  printf '\n| %-64s | %9s | %-8s | %-3s |\n' Ratio Value Goal Met
  printf '|---|---:|---|---|\n'
}

machine() {
  printf '\nMachine: %s cores, %s, %s MiB; %s; Postgres %s (%s); wrk %s connections, %s threads, %s s each, %s rounds\n' \
    "$(nproc)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" \
    "$(($(sed -n 's/^MemTotal: *\([0-9]*\) .*/\1/p' /proc/meminfo) / 1024))" \
    "$(java -version 2>&1 | sed -n 2p)" "$(sql "$admin_url" 'SHOW server_version')" \
    "$([[ -n $postgres_pid ]] && echo 'our own, stock settings' || echo given)" \
    "$connections" "$wrk_threads" "$seconds" "$rounds"
  printf 'Server flags: %s\n' "${java_flags:-none}"
  printf 'Load average before: %s; at the end: %s\n' "$load_before" "$(cut -d' ' -f1 /proc/loadavg)"
}
