# Sourced by run: an instance behind PgBouncer, in transaction and in session mode, beside one without
# it, on one database. LOAD_PGBOUNCER names a second program, of 1.21 or newer, which keeps prepared
# statements; its instance is another measurement.

# pooler NAME PROGRAM MODE [keeps]: starts one with the shipped configuration, which
# keeps prepared statements if that is said; leaves $pooled.
pooler() {
  local name=$1 program=$2 mode=$3 keeps=() as=() place=${url#*@}
  local listen host=${place%%[:/]*} server=5432
  listen=$(free_port)
  [[ -z ${4:-} ]] || keeps=(-e 's/^;max_prepared/max_prepared/')
  [[ $place != *:* ]] || server=$(sed -E 's#^[^:/]*:([0-9]+)/.*#\1#' <<<"$place")
  if ((EUID == 0)); then
    as=(setpriv --reuid=postgres --regid=postgres --init-groups)
  fi
  sed -E "s#^://([^:]*):([^@]*)@.*#\"\1\" \"\2\"#" <<<"${url#postgresql}" >"$work/$name.users"
  sed -e "s/^listen_port = .*/listen_port = $listen/" -e "s#^auth_file = .*#auth_file = $work/$name.users#" \
    -e "s/^belfry = .*/* = host=$host port=$server/" -e "s/^pool_mode = .*/pool_mode = $mode/" \
    "${keeps[@]}" \
    -e "s/^\(default_pool_size\) = .*/\1 = 80/" config/pgbouncer.ini >"$work/$name.ini"
  launch "$name" "${as[@]}" "$program" "$work/$name.ini"
  await "$name" 10 'process up'
  pooled=$(sed -E "s#@[^/]*/#@127.0.0.1:$listen/#" <<<"$url")
}

# behind NAME LABEL PREPARED: an instance behind the last pooler; leaves $port and $pid.
behind() {
  BELFRY_DATABASE_URL=$pooled serve "$1-instance" dev.belfry.Main BELFRY_DATABASE_SESSION_URL="$url" \
    BELFRY_DATABASE_PREPARED_STATEMENTS="$3"
  keep "$2"
}

keep() {
  labels+=("$1") ports+=("$port") of+=("$pid")
}

measure_poolers() {
  local labels=() ports=() of=() i round order
  database poolers "$monitors"
  BELFRY_DATABASE_URL=$url serve direct dev.belfry.Main
  keep direct
  pooler transaction pgbouncer transaction
  behind transaction transaction false
  pooler session pgbouncer session
  behind session session true
  if [[ -n ${LOAD_PGBOUNCER:-} ]]; then
    pooler newer "$LOAD_PGBOUNCER" transaction keeps
    behind newer 'transaction, prepared' true
  fi
  for i in "${ports[@]}"; do warm mixed "$i"; done
  order=("${!ports[@]}")
  for ((round = 1; round <= rounds; round++)); do
    say "Round $round of $rounds"
    for i in "${order[@]}"; do wrk_run "${labels[i]}, read" get "${ports[i]}" "${of[i]}"; done
    for i in "${order[@]}"; do wrk_run "${labels[i]}, update" rename "${ports[i]}" "${of[i]}"; done
    # There and back: a machine that becomes slower or faster hits all alike.
    mapfile -t order < <(printf '%s\n' "${order[@]}" | tac)
  done
  machine
  head_row
  local label kind
  for kind in read update; do
    for label in "${labels[@]}"; do row "$label, $kind"; done
  done
  head_ratios
  judge_failures
  for kind in read update; do
    for label in "${labels[@]:1}"; do ratio "$kind, $label, of direct" "$label, $kind" "direct, $kind"; done
  done
}
