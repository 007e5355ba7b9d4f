# Sourced by run: temporary files, processes and databases, all of which are gone at the end.

declare -a pids=()      # what we started, newest last
declare -a databases=() # what we created on a server that is not ours
postgres_pid=''         # the postmaster, when it is ours

cleanup() {
  local status=$?
  trap - EXIT INT TERM
  set +e
  local i
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    stop "${pids[i]}"
  done
  for i in "${databases[@]}"; do
    timeout 60 psql -qX "$admin_url" -c "DROP DATABASE IF EXISTS $i WITH (FORCE)"
  done
  if [[ -n $postgres_pid ]]; then
    kill -INT "$postgres_pid" 2>/dev/null
    gone "$postgres_pid" 30
  fi
  if [[ -n ${LOAD_KEEP:-} ]]; then
    say "Kept $work"
  else
    rm -rf "$work"
  fi
  exit "$status"
}

# gone PID SECONDS: waits for a process to end, and kills it when it does not.
gone() {
  local tenths=$(($2 * 10))
  while kill -0 "$1" 2>/dev/null && ((tenths-- > 0)); do sleep 0.1; done
  kill -KILL "$1" 2>/dev/null || true
}

stop() {
  kill -TERM "$1" 2>/dev/null || return 0
  gone "$1" 20
}

# launch NAME COMMAND...: starts a process that lives at most as long as the harness may; its id is
# left in $pid, its output in $work/NAME.out and .err.
launch() {
  local name=$1
  shift
  timeout -k 10 "$bound" "$@" >"$work/$name.out" 2>"$work/$name.err" &
  local guard=$!
  pid=''
  for _ in {1..50}; do
    pid=$(cat "/proc/$guard/task/$guard/children" 2>/dev/null || true)
    pid=${pid%% *}
    [[ -n $pid ]] && break
    sleep 0.02
  done
  [[ -n $pid ]] || die "$name did not start: $(tail -5 "$work/$name.err")"
  pids+=("$pid")
}

# await NAME SECONDS PATTERN: waits for a line in the output of NAME; the line is left in $line.
await() {
  local tenths=$(($2 * 10))
  while ! line=$(grep -hm1 "$3" "$work/$1.out" "$work/$1.err"); do
    kill -0 "$pid" 2>/dev/null || die "$1 ended: $(tail -5 "$work/$1.err")"
    ((tenths-- > 0)) || die "$1 was not ready in $2 seconds: $(tail -5 "$work/$1.err")"
    sleep 0.1
  done
}

# serve NAME CLASS [VARIABLE=VALUE...]: starts a server of the class path; leaves $pid and $port.
serve() {
  local name=$1 class=$2
  shift 2
  port=$(free_port)
  launch "$name" env BELFRY_HTTP_HOST=127.0.0.1 BELFRY_HTTP_PORT="$port" \
    BELFRY_MANAGEMENT_HOST=127.0.0.1 BELFRY_MANAGEMENT_PORT=0 BELFRY_SHUTDOWN_DELAY=0s \
    BELFRY_LOCATIONS=none BELFRY_QUOTAS=all=0 \
    "$@" java $java_flags -cp "$class_path" "$class"
  await "$name" 60 'Ready on port [0-9]'
}

free_port() {
  local candidate
  for _ in {1..100}; do
    candidate=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$candidate") 2>/dev/null || { echo "$candidate"; return; }
  done
  die "no free port"
}

# Uses the server of BELFRY_DATABASE_URL, or starts one; leaves $admin_url.
find_postgres() {
  if [[ -n ${BELFRY_DATABASE_URL:-} ]]; then
    admin_url=$BELFRY_DATABASE_URL
  else
    start_postgres
  fi
  local setting
  for setting in fsync synchronous_commit full_page_writes; do
    [[ $(sql "$admin_url" "SHOW $setting") == on ]] || die "$setting must be on"
  done
}

start_postgres() {
  local bin as=()
  bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
  [[ -n $bin ]] || bin=$(dirname "$(command -v postgres)") ||
    die "no Postgres: set BELFRY_DATABASE_URL, or install postgresql (Debian: apt-get install postgresql)"
  if ((EUID == 0)); then
    as=(setpriv --reuid=postgres --regid=postgres --init-groups)
    chown postgres "$work"
  fi
  say "Starting a Postgres of our own ($bin)"
  "${as[@]}" timeout 60 "$bin/initdb" -D "$work/pg" -A trust -U postgres -E UTF8 --locale=C.UTF-8 \
    >"$work/initdb.out" 2>&1 || die "initdb failed: $(tail -3 "$work/initdb.out")"
  local port
  port=$(free_port)
  launch postgres "${as[@]}" "$bin/postgres" -D "$work/pg" -p "$port" -k "$work/pg" \
    -c listen_addresses=127.0.0.1 -c max_connections=300
  await postgres 30 'ready to accept connections'
  postgres_pid=$pid
  unset 'pids[-1]'
  admin_url="postgresql://postgres:none@127.0.0.1:$port/postgres?sslmode=disable"
}

sql() {
  timeout "${sql_bound:-300}" psql -qAtX "$1" -c "$2"
}

# database NAME MONITORS: makes and fills a database; leaves $url and the directory $seed.
database() {
  local name=load_$1_$$
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$name#" <<<"$admin_url")
  seed=$work/$name
  say "Making $2 monitors"
  BELFRY_DATABASE_URL=$url timeout 900 java -cp "$class_path" dev.belfry.benchmark.Seeder "$2" "$seed" \
    >"$work/seeder.out" 2>&1 || die "the Seeder failed: $(tail -5 "$work/seeder.out")"
  sql "$url" CHECKPOINT || true
}
