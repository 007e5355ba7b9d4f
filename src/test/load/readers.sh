# Sourced by run: a burst of readers of one status page, with the database and without it.

measure_readers() {
  local name=readers_$$ key home
  name=load_$name
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$name#" <<<"$admin_url")
  BELFRY_DATABASE_URL=$url timeout 60 java -jar target/belfry.jar migrate >"$work/migrate.out" 2>&1 ||
    die "migrating failed: $(tail -3 "$work/migrate.out")"
  local account
  account=$(BELFRY_DATABASE_URL=$url timeout 60 java -jar target/belfry.jar accounts create --name Load)
  key=$(BELFRY_DATABASE_URL=$url timeout 60 java -jar target/belfry.jar keys create --account "$account")
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main
  local service=$pid service_port=$port
  home=http://127.0.0.1:$service_port
  page "$home" "$key"
  say "Warming up, $warm_up s"
  read_page warm-up "$warm_up" "$home" "$service"
  sed -i '/^warm-up/d' "$work/results"
  local round
  for ((round = 1; round <= rounds; round++)); do
    say "Round $round of $rounds"
    read_page 'page' "$seconds" "$home" "$service" -H 'Accept-Encoding: gzip'
    read_page 'page, plain' "$seconds" "$home" "$service"
    read_page 'page, known already' "$seconds" "$home" "$service" -H "If-None-Match: $tag"
    read_page 'page, a connection each' "$seconds" "$home" "$service" -H 'Accept-Encoding: gzip' -H 'Connection: close'
  done
  if [[ -n $postgres_pid ]]; then
    say "Postgres is killed"
    kill -KILL "$(head -1 "$work/pg/postmaster.pid")"
    read_page 'page, Postgres is gone' "$seconds" "$home" "$service" -H 'Accept-Encoding: gzip'
  fi
  machine_without_postgres
  head_row
  row 'page' 'page, plain' 'page, known already' 'page, a connection each' 'page, Postgres is gone'
  head_ratios
  judge_failures
  judge 'readers a second, thousands' "$(awk -v n="$(median page 2)" 'BEGIN { print n / 1000 }')" '>= 10'
  judge 'without Postgres, thousands' "$(awk -v n="$(median 'page, Postgres is gone' 2)" 'BEGIN { print n / 1000 }')" '>= 10'
  ratio 'without Postgres, of with it' 'page, Postgres is gone' page
  databases=()
}

# Six services with an open incident, as a page has them when it is read most.
page() {
  local services=() i body
  for i in 1 2 3 4 5 6; do
    services+=("{\"id\":\"$(post "$1/v1/status-pages/services" "$2" "{\"name\":\"Service $i\"}" |
      sed 's/.*"id":"\([^"]*\)".*/\1/')\"}")
  done
  body=$(IFS=,; echo "${services[*]}")
  post "$1/v1/status-pages" "$2" "{\"name\":\"Load\",\"url\":\"load\",\"cards\":[{\"name\":\"All\",\"services\":[$body]}]}" >/dev/null
  post "$1/v1/status-pages/incidents" "$2" "{\"name\":\"It is down\",\"severity\":\"CRITICAL\",\"services\":[$body],
    \"incidentUpdates\":[{\"description\":\"We are looking into it.\"}]}" >/dev/null
  local deadline=$((SECONDS + 20))
  until curl -sf -m 5 -D "$work/head" -o "$work/page.html" "$1/status/load" && grep -q 'It is down' "$work/page.html"; do
    ((SECONDS < deadline)) || die "the page did not appear"
  done
  tag=$(sed -n 's/^etag: \(.*[^\r]\)\r*$/\1/ip' "$work/head")
  progress "the page: $(wc -c <"$work/page.html") bytes, packed $(curl -sf -m 5 -H 'Accept-Encoding: gzip' "$1/status/load" | wc -c)"
}

post() {
  curl -sSf -m 10 "$1" -H "Authorization: Bearer $2" -H 'Content-Type: application/json' --data-binary "$3" ||
    die "POST $1 failed"
}

# read_page NAME SECONDS HOME PID [WRK OPTION...]
read_page() {
  local name=$1 for=$2 home=$3 of=$4 before after
  shift 4
  before=$(ticks "$of")
  timeout $((for + 20)) wrk -t "$wrk_threads" -c "$connections" -d "$for" --latency --timeout 10 \
    -s "$here/readers.lua" "$@" "$home/status/load" >"$work/wrk.out" 2>"$work/wrk.err" ||
    die "wrk failed: $(tail -3 "$work/wrk.out" "$work/wrk.err")"
  after=$(ticks "$of")
  note "$name" $(tail -1 "$work/wrk.err") $((after - before))
}

# There is nobody left to ask for its version.
machine_without_postgres() {
  printf '\nMachine: %s cores; wrk %s connections, %s threads, %s s each, %s rounds\nServer flags: %s\n' \
    "$(nproc)" "$connections" "$wrk_threads" "$seconds" "$rounds" "$java_flags"
  printf 'Load average before: %s; at the end: %s\n' "$load_before" "$(cut -d' ' -f1 /proc/loadavg)"
}
