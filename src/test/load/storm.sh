# Sourced by run: ten thousand monitors whose targets fail at one moment and recover later. They
# depend on one parent, then on a group, then on nothing while their channel groups its alerts.

# shellcheck source=runs.sh
. "$here/runs.sh"

children=${LOAD_STORM:-10000}          # monitors that fail at once
parents=${LOAD_STORM_PARENTS:-200}     # monitors of the group that they depend on
parent_period=10                       # seconds from one run of a parent to the next
storm_period=${LOAD_STORM_PERIOD:-60}  # the same for a child: 10, 20, 30 or a multiple of 60
storm_rounds=${LOAD_STORM_ROUNDS:-parent group grouping}
storm_grouping='{"by": [], "waitSeconds": 10, "intervalSeconds": 60, "repeatMinutes": 60}'

measure_storm() {
  local round
  bare_database storm
  target_port=$(free_port)
  launch storm java -XX:+UseSerialGC -Xmx64m -cp "$class_path" dev.belfry.benchmark.StormTarget \
    "$target_port" "$bound"
  await storm 30 'storm on'
  add_monitors "$children" "$storm_period"
  add_parents
  schedule "$((children + parents))"
  service=$pid
  : >"$work/judged"
  for round in $storm_rounds; do
    storm "$round"
  done
  stop "$service"
  machine
  head_ratios
  cat "$work/judged"
}

# A group of monitors that run often. One of them is the single parent; it alone has the channel.
add_parents() {
  sql "$url" "WITH edge AS (INSERT INTO check_groups (account_id, settings, created_at)
      SELECT '$account', '{\"name\": \"Edge\", \"activated\": true, \"tags\": [], \"locations\": []}', now() RETURNING id)
    INSERT INTO checks (id, account_id, check_type, group_id, settings, created_at)
    SELECT gen_random_uuid(), '$account', 'URL', edge.id, jsonb_build_object(
      'name', 'Router ' || i, 'activated', true, 'frequency', 0, 'frequencyOffset', $parent_period,
      'locations', jsonb_build_array('eu-west-1'), 'tags', '[]'::jsonb,
      'request', jsonb_build_object('method', 'GET', 'url', 'http://127.0.0.1:$target_port/router' || i),
      'degradedResponseTime', 3000, 'maxResponseTime', 5000), now()
    FROM edge, generate_series(1, $parents) AS i"
  router=$(sql "$url" "SELECT id FROM checks WHERE settings ->> 'name' = 'Router 1'")
  group=$(sql "$url" "SELECT group_id FROM checks WHERE id = '$router'")
}

# arrange ROUND: who depends on what, and one channel for all children and the parent.
arrange() {
  local grouping='' all="c.group_id IS NULL OR c.id = '$router'"
  [[ $1 != grouping ]] || grouping=", 'grouping', '$storm_grouping'::jsonb" all='c.group_id IS NULL'
  sql "$url" "DELETE FROM alert_channels; DELETE FROM dependencies"
  sql "$url" "WITH made AS (
      INSERT INTO alert_channels (account_id, type, config, settings, created_at)
      VALUES ('$account', 'WEBHOOK', jsonb_build_object('name', 'Receiver', 'method', 'POST', 'headers', '[]'::jsonb,
        'queryParameters', '[]'::jsonb, 'url', 'http://127.0.0.1:$target_port/hook',
        'template', '{{ALERT_TYPE}} {{ALERT_TITLE}}'),
        jsonb_build_object('sendRecovery', true, 'sendFailure', true, 'sendDegraded', false, 'sslExpiry', false,
          'sslExpiryThreshold', 30, 'autoSubscribe', false$grouping), now()) RETURNING id)
    INSERT INTO alert_channel_subscriptions (account_id, channel_id, check_id, activated)
    SELECT '$account', made.id, c.id, true FROM made, checks c WHERE $all"
  case $1 in
    parent) sql "$url" "INSERT INTO dependencies (account_id, check_id, parent_check_id)
      SELECT '$account', id, '$router' FROM checks WHERE group_id IS NULL" ;;
    group) sql "$url" "INSERT INTO dependencies (account_id, check_id, parent_group_id)
      SELECT '$account', id, $group FROM checks WHERE group_id IS NULL" ;;
  esac
  sql "$url" ANALYZE
}

# storm ROUND: all targets fail, and recover once every monitor has failed twice at most. A channel
# that groups gets an update at each interval, of a minute, while further monitors fail.
storm() {
  local round=$1 told recovered from cpu begun lists=() list
  say "Round $round: arranging"
  arrange "$round"
  sleep "$warm_up"
  from=$(sql "$url" "SELECT to_char(to_timestamp((min(watermark) / 1000)::bigint) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') FROM shards")
  missed0=$(metric belfry_runs_missed_total)
  cpu=$(ticks "$service") begun=$SECONDS
  buckets "$work/buckets0"
  curl -fsS -m 5 -X POST "http://127.0.0.1:$target_port/fail"
  observe $((storm_period + 2 * parent_period + 10))
  failed=$(sql "$url" "SELECT count(*) FROM alert_states WHERE state #>> '{failed,runs}' > '0'")
  held=$(sql "$url" "SELECT count(*) FROM alerts WHERE held_name IS NOT NULL AND decided_ms > epoch_millis() - 1000 * ($SECONDS - $begun)")
  for _ in {1..20}; do
    lists+=("$(curl -fsS -m 20 -o /dev/null -w '%{time_total}\n' -H "Authorization: Bearer $key" \
      "http://127.0.0.1:$port/v1/alert-groups?open=true")")
  done
  list=$(printf '%s\n' "${lists[@]}" | sort -n | sed -n 10p)
  curl -fsS -m 5 -X POST "http://127.0.0.1:$target_port/recover"
  observe $((storm_period + 10))
  settled $((storm_period + 130))
  buckets "$work/buckets1"
  told=$(between "$round" fail)
  recovered=$(between "$round" recover)
  {
    judge "$round: monitors that failed" "$failed" ">= $children"
    judge "$round: alerts that were held" "$held" "$([[ $round == grouping ]] || echo ">= $((children * 99 / 100))")"
    judge "$round: messages about failures" "$(wc -l <<<"$told")" "<= $([[ $round == grouping ]] && echo $((storm_period / 60 + 1)) || echo 1)"
    judge "$round: seconds until the message" "$(head -1 <<<"$told" | cut -d' ' -f2)" '<= 30'
    judge "$round: messages about recoveries" "$(grep -c . <<<"$recovered")" '<= 2'
    judge "$round: bytes of the longest message" "$(grep '^message' "$work/storm.out" | wc -L)" '<= 10000'
    judge "$round: list of groups, p50, ms" "$(awk -v s="$list" 'BEGIN { print s * 1000 }')" '<= 100'
    judge "$round: left held, open or waiting" "$left" '<= 0'
    judge "$round: missed runs" "$(($(metric belfry_runs_missed_total) - missed0))" '<= 0'
    judge "$round: lateness p99, ms (bound of its bucket)" "$(quantile 0.99)" ''
    judge "$round: difference in the ledger" "$(java_of ledger --from "$from" | awk '/^difference/ { print $2 }')" '<= 0'
    judge "$round: our CPU, s" "$(awk -v t="$(($(ticks "$service") - cpu))" -v hz="$(getconf CLK_TCK)" 'BEGIN { print t / hz }')" ''
  } | tee -a "$work/judged" >&2
}

# observe SECONDS
observe() {
  local end=$((SECONDS + $1))
  while ((SECONDS < end)); do
    sleep $((end - SECONDS < 10 ? end - SECONDS : 10))
    progress "$(sql "$url" "SELECT count(*) || ' states, ' || count(*) FILTER (WHERE state #>> '{notice,held}' <> '') || ' held, ' || count(*) FILTER (WHERE due_ms <= epoch_millis()) || ' due' FROM alert_states"), $(metric belfry_runs_missed_total) missed, $(grep -c '^message' "$work/storm.out") messages"
  done
}

# settled SECONDS: waits until nothing is held, open or waiting; leaves how much is in $left.
settled() {
  local end=$((SECONDS + $1))
  while ((SECONDS < end)); do
    left=$(sql "$url" "SELECT (SELECT count(*) FROM alert_states WHERE state #>> '{notice,level}' <> 'NONE'
        OR state #>> '{notice,held}' <> '')
      + (SELECT count(*) FROM ended_failures) + (SELECT count(*) FROM grouped_alerts)
      + (SELECT count(*) FROM alert_groups WHERE closed_ms IS NULL)
      + (SELECT count(*) FROM deliveries WHERE state = 'PENDING')")
    ((left > 0)) || break
    sleep 2
  done
}

# between ROUND WHAT: the messages from the last line WHAT to the next change.
between() {
  awk -v what="$2" '$1 == what { on = 1; text = "" } $1 != what && $1 != "message" { on = 0 }
    on && $1 == "message" { text = text $0 "\n" } END { printf "%s", text }' "$work/storm.out"
}
