# Sourced by operations.sh: a plain Node service beside the first server, with the same requests.
# LOAD_RIVAL=1 starts it.

need node npm
rival_port=''

start_rival_service() {
  local name=load_rival_$$ home=$work/rival
  say "Installing the plain Node service"
  cp -r "$here/rival" "$home"
  (cd "$home" && timeout 300 npm ci --ignore-scripts --no-audit --no-fund) >"$work/npm.out" 2>&1 ||
    die "npm ci failed: $(tail -5 "$work/npm.out")"
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  rival_url=$(of_database "$name")
  rival_seed=${seeds[0]}
  fill_rival
  curl -sSf -m 20 "http://127.0.0.1:${ports[0]}/openapi.json" -o "$work/openapi.json" || die "no description of the API"
  rival_port=$(free_port)
  launch rival env PORT="$rival_port" DATABASE_URL="${rival_url%%\?*}" CONTRACT="$work/openapi.json" \
    KEY="$(cat "$rival_seed/key")" NODE_ENV=production node "$home/server.js"
  rival=$pid
  await rival 30 'Ready on port [0-9]'
}

# The same ids as the first server has.
fill_rival() {
  local table from
  for table in monitors incidents updates; do
    sql "$rival_url" "CREATE TABLE $table (id uuid PRIMARY KEY, settings jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3)) WITH (fillfactor = 75)"
    from=${table%s}
    timeout 60 awk -F/ -v body="$(rival_body "$table")" '{ print $NF "\t" body }' "$rival_seed/$from" |
      timeout 60 psql -qX "$rival_url" -c "COPY $table (id, settings) FROM STDIN" || die "the rival has no $table"
  done
  sql "$rival_url" 'VACUUM ANALYZE'
}

rival_body() {
  case $1 in
    monitors) tr -s ' \n' '  ' <"$here/monitor.json" ;;
    incidents) echo '{"name":"Shop unavailable","severity":"MAJOR","services":[]}' ;;
    updates) echo '{"description":"The shop does not answer.","status":"INVESTIGATING"}' ;;
  esac
}

# rival_serves NAME: whether it is an operation of the specification on one resource.
rival_serves() {
  [[ $(of_operation "$1" 1) == spec && $1 =~ (monitor|incident) ]]
}

# rival_operation NAME SECONDS RESULT
rival_operation() {
  url=$rival_url seed=$rival_seed
  drive "$1" "$2" "$3" "$rival_port" "$rival"
}

start_rival_service
