# Sourced by run: how long it takes from the answer of a target that fails, or recovers, to the
# message about it, while nothing else happens and while the instance probes as much as it can.

# shellcheck source=runs.sh
. "$here/runs.sh"

flapping=${LOAD_FLAPPING:-100}         # monitors whose target fails every other time, every ten seconds
alert_seconds=${LOAD_ALERT_SECONDS:-120} # how long each of the two is measured

measure_alerts() {
  local quiet busy
  bare_database alerts
  target_port=$(free_port)
  target
  measured quiet 0
  quiet=$line
  measured busy "$((rate * period))"
  busy=$line
  head_ratios
  judge_latency quiet "$quiet" 50
  judge_latency "at $rate checks a second" "$busy" 250
}

# measured NAME MONITORS: the line that AlertLatency prints is left in $line.
measured() {
  local flap service
  (($2 > 0)) && add_monitors "$2" "$period"
  flap_port=$(free_port)
  add_flapping
  launch "flapping_$1" java -XX:+UseSerialGC -Xmx64m -cp "$class_path" dev.belfry.benchmark.AlertLatency \
    "$flap_port" "$warm_up" "$alert_seconds"
  flap=$pid
  await "flapping_$1" 30 'flapping on'
  management=$(free_port)
  BELFRY_DATABASE_URL=$url serve "service_$1" dev.belfry.Main BELFRY_LOCATIONS=all \
    BELFRY_ALLOW_PRIVATE_TARGETS=true BELFRY_MANAGEMENT_PORT="$management" BELFRY_RATE_LIMIT=0
  service=$pid
  say "Measuring for $alert_seconds s: $1"
  pid=$flap
  await "flapping_$1" $((warm_up + alert_seconds + 30)) '^latency'
  say "$1: messages, p50, p90, p99 and longest in ms, unheard: ${line#latency }"
  stop "$service"
  gone "$flap" 10
}

# Monitors of the flapping target and one channel that leads back to it.
add_flapping() {
  sql "$url" "DELETE FROM checks WHERE settings #>> '{tags,0}' = 'flapping'; DELETE FROM alert_channels"
  sql "$url" "INSERT INTO alert_channels (account_id, type, config, settings, created_at)
    SELECT '$account', 'WEBHOOK', jsonb_build_object('name', 'Receiver', 'method', 'POST', 'headers', '[]'::jsonb,
      'queryParameters', '[]'::jsonb, 'url', 'http://127.0.0.1:$flap_port/hook', 'template', '{{CHECK_NAME}}'),
      '{\"sendRecovery\": true, \"sendFailure\": true, \"sendDegraded\": false, \"sslExpiry\": false,
        \"sslExpiryThreshold\": 30, \"autoSubscribe\": false}', now()"
  sql "$url" "WITH made AS (
      INSERT INTO checks (id, account_id, check_type, settings, created_at)
      SELECT gen_random_uuid(), '$account', 'URL', jsonb_build_object(
        'name', 'flap' || i, 'activated', true, 'frequency', 0, 'frequencyOffset', 10,
        'locations', jsonb_build_array('eu-west-1'), 'tags', jsonb_build_array('flapping'),
        'request', jsonb_build_object('method', 'GET', 'url', 'http://127.0.0.1:$flap_port/flap' || i),
        'degradedResponseTime', 3000, 'maxResponseTime', 5000, 'useGlobalAlertSettings', true), now()
      FROM generate_series(1, $flapping) AS i RETURNING id)
    INSERT INTO alert_channel_subscriptions (account_id, channel_id, check_id, activated)
    SELECT '$account', c.id, made.id, true FROM made, alert_channels c"
}

# judge_latency WHAT LINE GOAL
judge_latency() {
  local n p50 p90 p99 longest unheard
  read -r _ n p50 p90 p99 longest unheard <<<"$2"
  judge "$1: messages" "$n" ">= $flapping"
  judge "$1: from the answer to the message, p50, ms" "$p50" ''
  judge "$1: p90, ms" "$p90" ''
  judge "$1: p99, ms" "$p99" "<= $3"
  judge "$1: longest, ms" "$longest" ''
  judge "$1: answers about which nothing came" "$unheard" '<= 0'
}
