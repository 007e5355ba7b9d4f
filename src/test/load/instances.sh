# Sourced by run: three instances on one database against one, with a key that has no limit and with one
# that has; and how long decisions take. One instance gets as many connections as three.

measure_instances() {
  database instances "$monitors"
  local i ports=() of=()
  for i in 1 2 3; do
    BELFRY_DATABASE_URL=$url serve "instance$i" dev.belfry.Main
    ports+=("$port") of+=("$pid")
  done
  for i in 0 1 2; do
    warm mixed "${ports[i]}"
  done
  local round connections=$((connections * 3))
  for i in get put; do
    split "$i" warm-up limited "${ports[@]}" -- "${of[@]}"
  done
  sed -i '/^warm-up/d' "$work/results"
  # There and back: a machine that becomes slower or faster hits all alike.
  for ((round = 1; round <= rounds; round++)); do
    say "Round $round of $rounds"
    for i in 1 2 3 3 2 1; do turn get read "$i"; done
    for i in 1 2 3 3 2 1; do turn put update "$i"; done
  done
  for i in "${pids[@]}"; do stop "$i"; done
  for ((round = 1; round <= rounds; round++)); do
    decide 'decision, one busy key' 1 4000
    decide 'decision, 10,000 keys' 10000 1000
    decide 'decision, 10,000 keys, more often' 10000 3000
  done
  report_instances
}

# turn KIND WORD WHICH: uses ports and of.
turn() {
  case $3 in
    1) split "$1" "one, $2" key "${ports[0]}" -- "${of[0]}" ;;
    2) split "$1" "three, $2" key "${ports[@]}" -- "${of[@]}" ;;
    3) split "$1" "three, $2, limited key" limited "${ports[@]}" -- "${of[@]}" ;;
  esac
}

# decide NAME KEYS RATE: three limiters without anything else.
decide() {
  local times
  times=$(BELFRY_DATABASE_URL=$url timeout $((seconds + warm_up + 60)) java $java_flags -cp "$class_path" \
    dev.belfry.benchmark.DecisionLatency "$2" "$3" "$warm_up" "$seconds") || die "no decisions"
  printf '%s\t%s\t%s\t%s\t0\t0\n' "$1" "$3" $(awk '{ print $1 / 1000, $2 / 1000 }' <<<"$times") >>"$work/results"
  progress "$(tail -1 "$work/results")"
}

# split KIND NAME KEYS PORT... -- PID...: the connections shared out among the ports, at once; what
# is noted are all requests, and the worst of the medians and percentiles.
split() {
  local kind=$1 name=$2 keys=$3 ports=() before=0 after=0 clients=() one
  shift 3
  while [[ $1 != -- ]]; do
    ports+=("$1")
    shift
  done
  shift
  for one; do before=$((before + $(ticks "$one"))); done
  for one in "${ports[@]}"; do
    timeout $((seconds + 20)) wrk -t 1 -c $((connections / ${#ports[@]})) -d "$seconds" --latency --timeout 10 \
      -s "$here/requests.lua" "http://127.0.0.1:$one" -- "$kind" "$monitors" "$seed" "$keys" \
      >"$work/wrk.$one.out" 2>"$work/wrk.$one.err" &
    clients+=("$!")
  done
  for one in "${clients[@]}"; do wait "$one" || die "wrk failed: $(tail -qn 3 "$work"/wrk.*.err)"; done
  for one; do after=$((after + $(ticks "$one"))); done
  note "$name" $(for one in "${ports[@]}"; do tail -1 "$work/wrk.$one.err"; done | awk '
    { n += $1; if ($2 > s) s = $2; if ($3 > m) m = $3; if ($4 > p) p = $4; f += $5 }
    END { print n, s, m, p, f }') $((after - before))
}

report_instances() {
  machine
  head_row
  row 'one, read' 'three, read' 'three, read, limited key' 'one, update' 'three, update' 'three, update, limited key' \
    'decision, one busy key' 'decision, 10,000 keys' 'decision, 10,000 keys, more often'
  head_ratios
  judge_failures
  ratio 'read over three instances, of one' 'three, read' 'one, read' '>= 0.9'
  ratio 'update over three instances, of one' 'three, update' 'one, update' '>= 0.9'
  ratio 'read with a limited key over three, of one without a limit' 'three, read, limited key' 'three, read' '>= 0.95'
  ratio 'update with a limited key over three, of one without a limit' 'three, update, limited key' 'three, update' '>= 0.95'
  for i in 'decision, one busy key' 'decision, 10,000 keys' 'decision, 10,000 keys, more often'; do
    judge "p99 of a $i, ms" "$(median "$i" 4)" '<= 1'
  done
}
