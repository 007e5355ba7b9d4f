# Sourced by run: what a check of each type costs beside a URL monitor over plain HTTP, in turns. The
# service, the target and Postgres share the machine; only the CPU time of the service counts.

read -ra types <<<"${LOAD_TYPES:-API TCP DNS}"
rate=${LOAD_RATE:-2000}
length=${LOAD_RUN_SECONDS:-30}
# shellcheck source=runs.sh
. "$here/runs.sh"

measure_types() {
  local round type
  for ((round = 1; round <= rounds; round++)); do
    for type in URL "${types[@]}"; do
      check_type=$type
      measure_type "$round"
    done
  done
  machine
  printf '\nCPU of the service for each check, median of %d rounds, at %d checks a second\n' "$rounds" "$rate"
  head_ratios
  judge 'URL monitor over plain HTTP, ms' "$(median_of URL)" '<= 0.3'
  for type in "${types[@]}"; do
    case $type in
      API) judge 'API check with three JSON assertions, of that' "$(of_url API)" '<= 1.3' ;;
      *) judge "$type monitor, of that" "$(of_url "$type")" '<= 1' ;;
    esac
  done
}

# measure_type ROUND: leaves the milliseconds of a check in a file of its type.
measure_type() {
  bare_database "types_${check_type,,}_$1"
  add_monitors "$((rate * period))" "$period"
  target
  schedule "$((rate * period))"
  sleep "$warm_up"
  sample "$length"
  stop "$pid"
  local failed
  failed=$(sql "$url" 'SELECT count(*) FROM results WHERE verdict IN (2, 3)')
  ((failed == 0)) || die "$failed checks of the type $check_type failed"
  awk -v r="$ran" -v c="$cpu" -v hz="$(getconf CLK_TCK)" 'BEGIN { printf "%.4f\n", c / hz * 1e3 / r }' \
    >>"$work/cpu.$check_type"
  say "$check_type: $(tail -1 "$work/cpu.$check_type") ms each, $missed missed"
  stop "$target_pid"
}

median_of() {
  sort -n "$work/cpu.$1" | awk '{ n[NR] = $1 } END { print n[int((NR + 1) / 2)] }'
}

of_url() {
  awk -v one="$(median_of "$1")" -v url="$(median_of URL)" 'BEGIN { print one / url }'
}
