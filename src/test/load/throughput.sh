# Sourced by run: updates and reads against pgbench, the chain against an echo, logging on and off.

measure_throughput() {
  database quick "$monitors"
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main
  local service=$pid service_port=$port
  BELFRY_DATABASE_URL=$url serve silent dev.belfry.Main BELFRY_ACCESS_LOG=off
  local silent=$pid silent_port=$port
  serve chain dev.belfry.benchmark.ChainServer
  local chain=$pid chain_port=$port
  serve chain-silent dev.belfry.benchmark.ChainServer BELFRY_ACCESS_LOG=off
  local chain_silent=$pid chain_silent_port=$port
  serve echo dev.belfry.benchmark.JsonEchoServer
  local echo=$pid echo_port=$port
  start_rival
  prove "$service_port"
  warm mixed "$service_port" "$silent_port" ${rival_port:+"$rival_port"}
  warm put "$chain_port" "$chain_silent_port" "$echo_port"
  local round
  for ((round = 1; round <= rounds; round++)); do
    say "Round $round of $rounds"
    wrk_run put put "$service_port" "$service"
    pgbench_run 'put pgbench' update
    wrk_run 'put, no access log' put "$silent_port" "$silent"
    [[ -z $rival_port ]] || wrk_run 'put rival' put "$rival_port" "$rival"
    wrk_run 'put one monitor' put "$service_port" "$service" 1
    pgbench_run 'put one monitor pgbench' update 1
    wrk_run get get "$service_port" "$service"
    pgbench_run 'get pgbench' read
    wrk_run 'get, no access log' get "$silent_port" "$silent"
    wrk_run 'get one monitor' get "$service_port" "$service" 1
    pgbench_run 'get one monitor pgbench' read 1
    wrk_run chain put "$chain_port" "$chain"
    wrk_run 'echo' put "$echo_port" "$echo"
    wrk_run 'chain, no access log' put "$chain_silent_port" "$chain_silent"
  done
  report_throughput
}

# A request of each kind, with its answer read, before thousands whose answers are not.
prove() {
  local id=01900000-0000-7100-8000-000000000001 key
  key=$(cat "$seed/key")
  curl -sSf -m 10 -X PUT "http://127.0.0.1:$1/v1/checks/url/$id" -H "Authorization: Bearer $key" \
    -H 'Content-Type: application/json' --data-binary "@$seed/body.json" >"$work/put.json" || die "the update failed"
  curl -sSf -m 10 "http://127.0.0.1:$1/v1/checks/$id" -H "Authorization: Bearer $key" >"$work/get.json" ||
    die "the read failed"
  cmp -s "$work/put.json" "$work/get.json" || die "the update's answer is not what is read back"
}

# Another service to compare with: LOAD_RIVAL is a command that serves the same two paths on $PORT
# from the database $DATABASE_URL.
start_rival() {
  rival_port=''
  [[ -n ${LOAD_RIVAL:-} ]] || return 0
  rival_port=$(free_port)
  launch rival env PORT="$rival_port" DATABASE_URL="${url%%\?*}" bash -c "exec $LOAD_RIVAL"
  rival=$pid
  local tenths=100
  until (exec 3<>"/dev/tcp/127.0.0.1/$rival_port") 2>/dev/null; do
    ((tenths-- > 0)) || die "the rival did not start: $(tail -5 "$work/rival.err")"
    sleep 0.1
  done
}

report_throughput() {
  machine
  head_row
  row put 'put pgbench' 'put, no access log' 'put rival' 'put one monitor' 'put one monitor pgbench' \
    get 'get pgbench' 'get, no access log' 'get one monitor' 'get one monitor pgbench' \
    chain 'chain, no access log' 'echo'
  head_ratios
  judge_failures
  ratio 'update, of pgbench with the same statement' put 'put pgbench' '>= 0.9'
  ratio 'update, of the rival' put 'put rival' '>= 2'
  ratio 'update of one hot monitor, of pgbench' 'put one monitor' 'put one monitor pgbench' '>= 0.9'
  ratio 'read, of pgbench with the same statement' get 'get pgbench' '>= 0.8'
  ratio 'read of one hot monitor, of pgbench' 'get one monitor' 'get one monitor pgbench' '>= 0.9'
  ratio 'chain without the database, of a bare JSON echo' chain 'echo' '>= 0.9'
  ratio 'the same without the access log' 'chain, no access log' 'echo'
  ratio 'update with the access log, of one without' put 'put, no access log'
  ratio 'read with the access log, of one without' get 'get, no access log'
  judge "update, p99 of the median, $connections connections" \
    "$(awk -v a="$(median put 4)" -v b="$(median put 3)" 'BEGIN { print a / b }')" '<= 4'
  judge "read, p99 of the median, $connections connections" \
    "$(awk -v a="$(median get 4)" -v b="$(median get 3)" 'BEGIN { print a / b }')" '<= 4'
}
