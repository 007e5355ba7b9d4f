# Sourced by run: an instance that reads from a replica beside one that reads from the primary alone, in
# turns; each list also while others write. The processor time of both servers is counted apart.

# standby: makes a replica of the primary, which is ours; leaves $replica_pid and $replica_port.
standby() {
  local bin as=()
  bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
  if ((EUID == 0)); then
    as=(setpriv --reuid=postgres --regid=postgres --init-groups)
  fi
  replica_port=$(free_port)
  "${as[@]}" timeout 300 "$bin/pg_basebackup" -d "$admin_url" -D "$work/replica" -R -c fast \
    >"$work/basebackup.out" 2>&1 || die "pg_basebackup failed: $(tail -3 "$work/basebackup.out")"
  launch replica "${as[@]}" "$bin/postgres" -D "$work/replica" -p "$replica_port" -k "$work/replica" \
    -c listen_addresses=127.0.0.1 -c max_connections=300 -c max_standby_streaming_delay=100ms
  await replica 60 'ready to accept read-only connections'
  replica_pid=$pid
}

# server_ticks PID: clock ticks of a Postgres and its backends, also of those that ended.
server_ticks() {
  local one sum
  sum=$(($(ticks "$1") + $(sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f14,15 | tr ' ' +)))
  for one in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
    sum=$((sum + $(ticks "$one")))
  done
  echo "$sum"
}

# read_run NAME KIND PORT PID: wrk_run that notes the time of both servers in $work/servers too.
read_run() {
  local primary replica done
  primary=$(server_ticks "$postgres_pid") replica=$(server_ticks "$replica_pid")
  wrk_run "$@"
  done=$(tail -1 "$work/wrk.err" | cut -d' ' -f1)
  primary=$(($(server_ticks "$postgres_pid") - primary)) replica=$(($(server_ticks "$replica_pid") - replica))
  awk -v name="$1" -v hz="$(getconf CLK_TCK)" -v n="$done" -v p="$primary" -v r="$replica" \
    'BEGIN { printf "%s\t%.1f\t%.1f\n", name, p / hz * 1e6 / n, r / hz * 1e6 / n }' >>"$work/servers"
}

# servers NAME COLUMN: the median over the rounds.
servers() {
  awk -F'\t' -v name="$1" -v column="$2" '$1 == name { print $column }' "$work/servers" | sort -n |
    awk '{ v[NR] = $1 } END { if (NR) print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# while_writing COMMAND...: with two connections that change monitors all the time.
while_writing() {
  timeout $((seconds + 30)) wrk -t 1 -c 2 -d $((seconds + 10)) -s "$here/requests.lua" \
    "http://127.0.0.1:$writer" -- rename "$monitors" "$seed" >"$work/writer.out" 2>&1 &
  local writing=$!
  "$@"
  kill "$writing" 2>/dev/null || true
  wait "$writing" 2>/dev/null || true
}

measure_replicas() {
  [[ -n $postgres_pid ]] || die "replicas starts servers of its own: unset BELFRY_DATABASE_URL"
  local way kind round writer order replica_pid replica_port replicas
  declare -A at of
  database replicas "$monitors"
  standby
  BELFRY_DATABASE_URL=$url serve direct dev.belfry.Main
  at[direct]=$port of[direct]=$pid writer=$port
  replicas=$(sed -E "s#:[0-9]+/#:$replica_port/#" <<<"$url")
  BELFRY_DATABASE_URL=$url serve aside dev.belfry.Main BELFRY_DATABASE_READ_URL="$replicas"
  at[aside]=$port of[aside]=$pid
  for way in direct aside; do
    for kind in get list overview; do warm "$kind" "${at[$way]}"; done
  done
  order=(direct aside)
  for ((round = 1; round <= rounds; round++)); do
    say "Round $round of $rounds"
    for kind in get list overview; do
      for way in "${order[@]}"; do read_run "$way, $kind" "$kind" "${at[$way]}" "${of[$way]}"; done
    done
    for kind in list overview; do
      for way in "${order[@]}"; do
        while_writing read_run "$way, $kind, writes" "$kind" "${at[$way]}" "${of[$way]}"
      done
    done
    # There and back: a machine that becomes slower or faster hits both alike.
    mapfile -t order < <(printf '%s\n' "${order[@]}" | tac)
  done
  machine
  head_row
  for kind in get list 'list, writes' overview 'overview, writes'; do
    for way in direct aside; do row "$way, $kind"; done
  done
  printf '\n| %-30s | %16s | %16s |\n|---|---:|---:|\n' 'Measurement' 'primary us' 'replica us'
  for kind in get list 'list, writes' overview 'overview, writes'; do
    for way in direct aside; do
      printf '| %-30s | %16s | %16s |\n' "$way, $kind" "$(servers "$way, $kind" 2)" "$(servers "$way, $kind" 3)"
    done
  done
  head_ratios
  judge_failures
  for kind in get list 'list, writes' overview 'overview, writes'; do
    ratio "$kind, aside of direct" "aside, $kind" "direct, $kind"
  done
}
