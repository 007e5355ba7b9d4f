# Sourced by run: every operation of operations.txt beside a plain row in the same Postgres.

# shellcheck source=operations-report.sh
. "$here/operations-report.sh"

IFS=, read -ra jars <<<"${LOAD_JARS:-${LOAD_JAR:-target/belfry.jar}}"
warm_up=${LOAD_WARM_UP:-5}
bound=14400 # two builds and the plain service take more than an hour
pattern=${2:-${LOAD_OPERATIONS:-.}}
incidents=${LOAD_INCIDENTS:-2000}
declare -a names=() services=() ports=() urls=() seeds=()
declare -A kept=() # requests a second of the newest measurement, by name
measurement=0

measure_operations() {
  local i round name
  mapfile -t names < <(of_all 2 | grep -E -- "$pattern")
  ((${#names[@]} > 0)) || die "no operation fits $pattern"
  superuser=$(sql "$admin_url" 'SHOW is_superuser')
  plain_rows
  for i in "${!jars[@]}"; do
    service "$i"
  done
  [[ -z ${LOAD_RIVAL:-} ]] || . "$here/rival/rival.sh"
  prove_operations
  for name in "${names[@]}"; do
    say "$name"
    each_server "$name" "$warm_up" warm-up
    for ((round = 1; round <= rounds; round++)); do
      each_server "$name" "$seconds" "$name"
      plain "$name"
    done
  done
  report_operations
}

# of_all N: one column of all operations.
of_all() {
  awk -F' *\\| *' -v n="$1" '/^(spec|other) / { print $n }' "$here/operations.txt"
}

# of_operation NAME N: one column of an operation.
of_operation() {
  awk -F' *\\| *' -v name="$1" -v n="$2" '$2 == name { print $n }' "$here/operations.txt"
}

# The rows without triggers and keys that every operation is compared with, and what is done to them.
plain_rows() {
  local name=load_plain_$$ body
  body=$(tr -s ' \n' '  ' <"$here/monitor.json")
  head=${body%%front page*} tail=${body#*front page}
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  plain_url=$(of_database "$name")
  sql "$plain_url" 'CREATE TABLE plain (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), settings jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3)) WITH (fillfactor = 75)'
  timeout 60 psql -qX "$plain_url" -v head="$head" -v tail="$tail" <<'SQL' || die "the plain rows were not made"
INSERT INTO plain (id, settings)
SELECT ('01900000-0000-7100-8000-' || lpad(n::text, 12, '0'))::uuid, (:'head' || n || :'tail')::jsonb
FROM generate_series(1, 10000) n;
VACUUM ANALYZE plain;
SQL
  local id="('01900000-0000-7100-8000-' || lpad((:n)::text, 12, '0'))::uuid"
  local value='(:head::text || (:m)::text || :tail::text)::jsonb'
  local row='\set n random(1, 10000)' value_of='\set m random(1, 1000000000)'
  printf '%s\nINSERT INTO plain (settings) VALUES (%s);\n' "$value_of" "$value" >"$work/insert.sql"
  printf '%s\n%s\nUPDATE plain SET settings = %s, updated_at = now() WHERE id = %s;\n' \
    "$row" "$value_of" "$value" "$id" >"$work/update.sql"
  printf '%s\nSELECT settings, created_at, updated_at FROM plain WHERE id = %s;\n' \
    "$row" "$id" >"$work/select.sql"
}

of_database() {
  sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$1#" <<<"$admin_url"
}

# service I: the server of a jar on a database of its own, filled.
service() {
  local jar=${jars[$1]} name=load_operations_$1_$$ account admin
  [[ -s $jar ]] || die "there is no $jar"
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(of_database "$name")
  seed=$work/$name
  mkdir "$seed"
  BELFRY_DATABASE_URL=$url timeout 120 java -jar "$jar" migrate >"$work/migrate.out" 2>&1 ||
    die "migrating failed: $(tail -3 "$work/migrate.out")"
  account=$(BELFRY_DATABASE_URL=$url timeout 60 java -jar "$jar" accounts create --name Load 2>"$work/account.err") ||
    die "no account: $(tail -3 "$work/account.err")"
  # A jar of before has no such scope: all its keys that write may make keys.
  admin=$(timeout 60 java -jar "$jar" keys create --help 2>&1 | grep -o -m1 -e "--admin" || true)
  BELFRY_DATABASE_URL=$url timeout 60 java -jar "$jar" keys create --account "$account" \
    --rate-limit 0 ${admin:+"$admin"} \
    >"$seed/key" 2>"$work/key.err" || die "no key: $(tail -3 "$work/key.err")"
  class_path=$jar BELFRY_DATABASE_URL=$url serve "service$1" dev.belfry.Main
  services[$1]=$pid ports[$1]=$port urls[$1]=$url seeds[$1]=$seed
  fill
}

# What each kind has before the first request. The first of a kind comes from the API, the others are
# copies of it.
fill() {
  local body number='{n}'
  body=$(tr -s ' \n' '  ' <"$here/monitor.json")
  timeout 60 psql -qX "$url" -v ON_ERROR_STOP=1 -f "$here/operations.sql" >"$work/sql.out" 2>&1 ||
    die "operations.sql failed: $(tail -3 "$work/sql.out")"
  awk -v body="${body/front page/front page $number}" '{
    at = index($0, "{full-monitor}")
    print at ? substr($0, 1, at - 1) body substr($0, at + 14) : $0
  }' "$here/operations.txt" >"$seed/operations"
  first service 'POST service' services
  sql "$url" "SELECT load.copies('services', 'true', 'jsonb_build_object(''id'', new_id)',
    '{01900000-0000-7000-8000-000000000003}')" >/dev/null
  first location 'POST private location' private_locations
  sql "$url" "SELECT load.copies('private_locations', 'true', 'jsonb_build_object(''id'', new_id,
    ''slug_name'', (ARRAY[''head-office'', ''warehouse''])[n])', load.ids(2))" >/dev/null
  make service 1000
  make location 500
  first group 'POST check group' check_groups
  make group 1000
  first channel 'POST alert channel' alert_channels
  make channel 1000
  first monitor 'POST monitor' checks
  say "Making $monitors monitors"
  make monitor "$monitors"
  first page 'POST status page' status_pages
  make page 1000
  head -1 "$seed/page" >"$seed/audience"
  first subscription 'POST subscription' status_page_subscriptions
  make subscription 1000
  head -1 "$seed/page" >"$seed/-page"
  first page-key 'POST key of a page' status_page_keys
  first incident 'POST incident' incidents
  make incident "$incidents" posted
  sql "$url" "INSERT INTO load.posted (id) SELECT unnest('{$(paste -sd, "$seed/posted")}'::uuid[])"
  make incident "$incidents"
  make update $((incidents * 2))
  first location-key 'POST key of a location' private_location_keys
  first variable 'POST variable' variables key
  make variable 2000
  first window 'POST maintenance window' maintenance_windows
  make window 500
  first key 'POST API key' api_keys
  sql "$url" 'VACUUM ANALYZE' && sql "$url" CHECKPOINT || true
}

# first KIND NAME TABLE [COLUMN]: the request of that name; its row is what make copies.
first() {
  local request method path content
  request=$(awk -F' *\\| *' -v name="$2" '$2 == name { print $5 }' "$seed/operations")
  request=${request//'{n}'/0}
  while [[ $request =~ \{([a-z-]+)\} ]]; do
    request=${request//"${BASH_REMATCH[0]}"/"$(head -1 "$seed/${BASH_REMATCH[1]}")"}
  done
  read -r method path content <<<"$request"
  curl -sS -m 60 --retry 5 -X "$method" "http://127.0.0.1:$port$path" -H "Authorization: Bearer $(cat "$seed/key")" \
    ${content:+-H 'Content-Type: application/json' --data-binary "$content"} -w '\n%{http_code}' >"$work/first.out" ||
    die "$2 got no answer"
  [[ $(tail -1 "$work/first.out") == 2* ]] || die "$2: $(cat "$work/first.out")"
  sql "$url" "INSERT INTO load.prototypes
    SELECT '$1', ${4:-id}::text FROM $3 ORDER BY created_at DESC, ${4:-id}::text DESC LIMIT 1"
}

# make KIND COUNT [LIST]: copies, whose ids are left in a list for operations.lua. Rows to delete have no
# history: without triggers they are made in a tenth of the time. Monitors need their schedules.
make() {
  local options=''
  [[ ${3:-} != -* || $1 == monitor || $superuser != on ]] || options='-c session_replication_role=replica'
  PGOPTIONS=$options timeout 300 psql -qAtX "$url" -c "SELECT load.make('$1', $2)" \
    >"$seed/${3:-$1}" 2>"$work/make.err" ||
    die "copies of $1: $(tail -3 "$work/make.err")"
}

# Each operation once for two seconds: whether it is accepted, and how fast deletions are. Code that is
# not compiled yet may be too slow, which is 503.
prove_operations() {
  local name
  say "A first round, which is not counted"
  for name in "${names[@]}"; do
    each_server "$name" 2 "$name, first round"
  done
}

# each_server NAME SECONDS RESULT: the operation on every server, in turns.
each_server() {
  local i
  for i in "${!jars[@]}"; do
    operation "$1" "$i" "$2" "$3/$i"
  done
  [[ -z ${rival_port:-} ]] || ! rival_serves "$1" || rival_operation "$1" "$2" "$3/rival"
}

# operation NAME I SECONDS RESULT
operation() {
  local name=$1 of=${services[$2]} for=$3 result=$4 kind
  url=${urls[$2]} seed=${seeds[$2]}
  kind=$(of_operation "$name" 5 | grep -o '{-[a-z-]*}' | tr -d '{}') || true
  # Deletions need rows that are there: half as many again as the newest measurement deleted.
  [[ -z $kind ]] || make "${kind#-}" "$(awk -v rate="${kept[$name/$2]:-1000}" -v s="$for" \
    'BEGIN { print int(rate * s * 1.5) + 500 }')" "$kind"
  drive "$name" "$for" "$result" "${ports[$2]}" "$of"
  kept[$name/$2]=$(tail -1 "$work/results" | cut -f2)
}

# drive NAME SECONDS RESULT PORT PID: url and seed are those of the server.
drive() {
  local service_before postgres_before sampler='' proof=''
  [[ $3 != *', first round/'* ]] || proof=prove
  measurement=$((measurement + 1))
  settle "$5"
  [[ -z ${LOAD_WAITS:-} || $3 != "$1"/* ]] || { sample_waits "$3" "$2" & sampler=$!; }
  service_before=$(ticks "$5") postgres_before=$(postgres_ticks)
  timeout $(($2 + 20)) wrk -t "$wrk_threads" -c "$connections" -d "$2" --latency --timeout 10 \
    -s "$here/operations.lua" "http://127.0.0.1:$4" -- "$1" "$seed" "$wrk_threads" "$measurement" "$proof" \
    >"$work/wrk.out" 2>"$work/wrk.err" || die "$1: wrk failed: $(tail -3 "$work/wrk.out" "$work/wrk.err")"
  local service_after postgres_after numbers requests for p50 p99 failed
  service_after=$(ticks "$5") postgres_after=$(postgres_ticks)
  [[ -z $sampler ]] || wait "$sampler" || true
  numbers=$(tail -1 "$work/wrk.err")
  read -r requests for p50 p99 failed <<<"$numbers"
  [[ -n ${failed:-} ]] || die "$1: wrk gave no result: $(tail -3 "$work/wrk.err")"
  awk -v name="$3" -v n="$requests" -v s="$for" -v p50="$p50" -v p99="$p99" -v f="$failed" \
    -v own="$(micros $((service_after - service_before)) "$requests")" \
    -v postgres="$(micros $((postgres_after - postgres_before)) "$requests")" 'BEGIN {
      printf "%s\t%.1f\t%.3f\t%.3f\t%s\t%d\t%s\t%d\n", name, n / s, p50 / 1000, p99 / 1000, own, f, postgres, n
    }' >>"$work/results"
  progress "$(tail -1 "$work/results")"
  ((failed == 0)) || say "$failed of $requests requests failed: $(head -1 "$work/wrk.err")"
  [[ -z $proof ]] || ((failed * 2 <= requests)) || grep -q '^503' "$work/wrk.err" || die "$1 is refused"
}

micros() {
  awk -v hz="$(getconf CLK_TCK)" -v t="$1" -v n="$2" 'BEGIN { printf "%.1f", t / hz * 1e6 / (n ? n : 1) }'
}

# settle PID: waits until server and database have done what a measurement left to be done later,
# 10 s at most.
settle() {
  local before after tries=20
  while ((tries-- > 0)); do
    before=$(($(ticks "$1") + $(postgres_ticks)))
    sleep 0.5
    after=$(($(ticks "$1") + $(postgres_ticks)))
    ((after - before > 5)) || break
  done
}

# sample_waits RESULT SECONDS: what the backends of the server's database wait for, every 50 ms.
sample_waits() {
  local database=${url##*/}
  printf "SELECT coalesce(wait_event_type || '/' || wait_event, 'running') FROM pg_stat_activity
    WHERE datname = '%s' AND state = 'active' AND pid <> pg_backend_pid() \\watch 0.05\n" "${database%%\?*}" |
    timeout "$2" psql -qAtX "$admin_url" 2>/dev/null | sed "/^$/d; s|^|$1\t|" >>"$work/waits"
}

# plain NAME: the same on the plain rows.
plain() {
  local script tps
  script=$(of_operation "$1" 3)
  timeout $((seconds + 20)) pgbench -n -M prepared -c 16 -j 2 -T "$seconds" -f "$work/$script.sql" \
    -D head="$head" -D tail="$tail" "$plain_url" >"$work/pgbench.out" 2>&1 ||
    die "pgbench failed: $(tail -3 "$work/pgbench.out")"
  tps=$(sed -n 's/^tps = \([0-9.]*\).*/\1/p' "$work/pgbench.out")
  printf '%s/plain\t%s\t\t\t\n' "$1" "$tps" >>"$work/results"
  progress "$(tail -1 "$work/results")"
}
