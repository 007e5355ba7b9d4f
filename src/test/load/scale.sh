# Sourced by run: what a request costs with few and with many monitors.

few=10
many=${LOAD_MANY:-1000000}

measure_scale() {
  database few "$few"
  local few_url=$url few_seed=$seed
  BELFRY_DATABASE_URL=$url serve few dev.belfry.Main
  local few_pid=$pid few_port=$port
  database many "$many"
  local many_url=$url many_seed=$seed
  BELFRY_DATABASE_URL=$url serve many dev.belfry.Main
  local many_pid=$pid many_port=$port
  monitors=$few seed=$few_seed warm mixed "$few_port"
  monitors=$many seed=$many_seed warm mixed "$many_port"
  local round
  for ((round = 1; round <= rounds; round++)); do
    say "Round $round of $rounds"
    seed=$few_seed url=$few_url wrk_run "put, $few" put "$few_port" "$few_pid" "$few"
    seed=$many_seed url=$many_url wrk_run "put, $many" put "$many_port" "$many_pid" "$many"
    seed=$few_seed url=$few_url pgbench_run "put pgbench, $few" update "$few"
    seed=$many_seed url=$many_url pgbench_run "put pgbench, $many" update "$many"
    # Versions of ten rows that nobody needs any more would be the first reader's burden.
    sql "$few_url" 'VACUUM checks'
    sql "$many_url" 'VACUUM checks'
    seed=$few_seed url=$few_url wrk_run "get, $few" get "$few_port" "$few_pid" "$few"
    seed=$many_seed url=$many_url wrk_run "get, $many" get "$many_port" "$many_pid" "$many"
    seed=$few_seed url=$few_url pgbench_run "get pgbench, $few" read "$few"
    seed=$many_seed url=$many_url pgbench_run "get pgbench, $many" read "$many"
  done
  machine
  head_row
  row "put, $few" "put, $many" "put pgbench, $few" "put pgbench, $many" \
    "get, $few" "get, $many" "get pgbench, $few" "get pgbench, $many"
  head_ratios
  judge_failures
  local kind
  for kind in put get; do
    ratio "$kind: rate with $many monitors, of $few" "$kind, $many" "$kind, $few"
    ratio "$kind pgbench: the same" "$kind pgbench, $many" "$kind pgbench, $few"
    judge "$kind: server CPU for a request with $many monitors, of $few" \
      "$(awk -v a="$(median "$kind, $many" 5)" -v b="$(median "$kind, $few" 5)" 'BEGIN { print a / b }')" '<= 1.2'
  done
}
