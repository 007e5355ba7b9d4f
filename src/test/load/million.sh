# Sourced by run: very many accounts and monitors on one Postgres, beside a tenth of them.

# shellcheck source=runs.sh
. "$here/runs.sh"

sizes=${LOAD_SIZES-100000 1000000} # monitors; one account has a tenth of them, and there are a tenth as many accounts
every=3600                       # seconds from one run of a monitor to the next
share_rate=${LOAD_SHARE_RATE:-10000} # checks a second over simulated targets
share_seconds=${LOAD_SHARE_SECONDS:-90}
sql_bound=1800 # seconds that a statement may take

measure_million() {
  local size
  target_port=$(free_port)
  target
  for size in $sizes; do
    of_size "$size" "$((size / 10))"
  done
  share
  machine
  printf '\n| %-52s | %12s | %12s | %6s |\n' Measurement "${sizes% *}" "${sizes#* }" Ratio
  printf '|---|---:|---:|---:|\n'
  awk -F'\t' '{
    if (!($1 in first)) { first[$1] = $2; names[++n] = $1; next }
    printf("| %-52s | %12s | %12s | %6.1f |\n", $1, first[$1], $2, (first[$1] > 0) ? $2 / first[$1] : 0)
    delete first[$1]
  } END { for (i = 1; i <= n; i++) if (names[i] in first) printf "| %-52s | %12s | %12s | %6s |\n", names[i], first[names[i]], "", "" }' \
    "$work/results"
}

# figure NAME VALUE: a figure of the present size.
figure() {
  printf '%s\t%s\n' "$1" "$2" >>"$work/results"
  progress "$1: $2"
}

# seconds_since NANOSECONDS
seconds_since() {
  awk -v n=$(($(date +%s%N) - $1)) 'BEGIN { printf "%.2f", n / 1e9 }'
}

# of_size MONITORS ACCOUNTS
of_size() {
  local count=$1 begun
  say "$1 monitors of $2 accounts"
  bare_database "million$1"
  local large_key=$key large=$account
  account=$(java_of accounts create --name Small)
  key=$(java_of keys create --account "$account")
  begun=$(date +%s%N)
  add_monitors "$((count / 10))" "$every" '' "'$large'"
  sql "$url" "INSERT INTO accounts (id, name, alert_settings, created_at)
    SELECT gen_random_uuid(), 'Account ' || i, (SELECT alert_settings FROM accounts LIMIT 1), now()
    FROM generate_series(3, $2) AS i"
  sql "$url" "CREATE TABLE load_owners AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM accounts WHERE id <> '$large'"
  sql "$url" 'ALTER TABLE load_owners ADD PRIMARY KEY (n)'
  add_monitors "$((count - count / 10))" "$every" '' \
    "(SELECT o.id FROM load_owners o WHERE o.n = i % ($2 - 1))"
  figure 'made in SQL, s' "$(seconds_since "$begun")"
  sql "$url" 'VACUUM ANALYZE'
  figure 'database, MiB' "$(sql "$url" 'SELECT pg_database_size(current_database()) / 1048576')"
  requests "$large_key"
  roll_up
  engine "$count"
  sql "$admin_url" "DROP DATABASE ${databases[-1]} WITH (FORCE)"
  unset 'databases[-1]'
}

# requests LARGE_KEY: what a small and the large account wait for, without runs.
requests() {
  local begun kind token id
  begun=$(date +%s%N)
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main BELFRY_RATE_LIMIT=0
  figure 'from the command to ready, s' "$(seconds_since "$begun")"
  for kind in small large; do
    token=$key
    [[ $kind == small ]] || token=$1
    id=$(curl -fsS -H "Authorization: Bearer $token" "http://127.0.0.1:$port/v1/checks?limit=1" | sed 's/.*"id":"\([^"]*\)".*/\1/')
    median_of "$kind account: one monitor, ms" "/v1/checks/$id" "$token" 50
    median_of "$kind account: list of 100, ms" '/v1/checks?limit=100' "$token" 20
    median_of "$kind account: overview, ms" '/v1/check-overview?limit=100' "$token" 10
    median_of "$kind account: states, ms" '/v1/check-statuses' "$token" "$([[ $kind == small ]] && echo 20 || echo 1)"
    deploys "$kind account: deploy of 100 monitors, ms" "$token"
  done
  stop "$pid"
}

# median_of NAME PATH KEY RATE
median_of() {
  local line
  line=$(timeout 60 java -XX:+UseSerialGC -cp "$class_path" dev.belfry.benchmark.PacedClient \
    "$port" "$2" "$3" "$4" 10 2>>"$work/commands.err")
  [[ ${line##* } == 0 ]] || die "$1: ${line##* } requests failed"
  figure "$1" "${line%% *}"
}

# deploys NAME KEY: the median of seven first deploys.
deploys() {
  local round
  for round in 1 2 3 4 5 6 7; do
    seq 1 100 | awk -v r="$round" 'BEGIN {
      printf "{\"project\":{\"logicalId\":\"load-%d\",\"name\":\"Load %d\",\"repoUrl\":\"https://example.com/load\"},", r, r
      printf "\"sharedFiles\":[],\"repoInfo\":null,\"resources\":["
    } {
      printf "%s{\"logicalId\":\"m%d\",\"type\":\"check\",\"member\":true,\"sourceFile\":\"m.ts\",\"payload\":{", NR == 1 ? "" : ",", $1
      printf "\"name\":\"Deployed %d\",\"checkType\":\"URL\",\"activated\":false,\"frequency\":60,\"locations\":[\"eu-west-1\"],", $1
      printf "\"request\":{\"url\":\"https://example.com/%d\",\"method\":\"GET\"}}}", $1
    } END { print "]}" }' >"$work/deploy.json"
    curl -fsS -m 60 -o /dev/null -w '%{time_total}\n' -X POST -H "Authorization: Bearer $2" \
      -H 'Content-Type: application/json' --data-binary "@$work/deploy.json" \
      "http://127.0.0.1:$port/v1/projects/deploy?dryRun=false" || die "a deploy failed"
  done | sort -n | awk '{ v[NR] = $1 } END { print v[4] * 1000 }' >"$work/deploys"
  [[ -s $work/deploys ]] || die "no deploy was answered"
  figure "$1" "$(<"$work/deploys")"
}

# The hour before, of which each series has six results, summed up by the service.
roll_up() {
  local begun hour deadline
  say "Making six results of each series"
  hour=$(sql "$url" 'SELECT epoch_millis() / 3600000 * 3600000 - 3600000')
  sql "$url" "INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status, dns, tcp,
      tls, first_byte, download)
    SELECT $hour + n * 600000 + s.id % 600000, s.id, 80000 + s.id % 90000, 0, 0, CASE s.id % 50 WHEN 0 THEN 2 ELSE 0 END,
      0, 200, 1, 1, 1, 1, 1
    FROM generate_series(0, 5) AS n, series s ORDER BY n, s.id"
  sql "$url" "UPDATE result_progress SET hour = $hour, next_series = 0"
  sql "$url" 'VACUUM ANALYZE'
  sql "$url" CHECKPOINT
  local before
  before=$(postgres_ticks)
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main
  begun=$(date +%s%N)
  deadline=$((SECONDS + 1800))
  until (($(sql "$url" 'SELECT hour FROM result_progress') > hour)); do
    ((SECONDS < deadline)) || die "the hour was not summed up in half an hour"
    sleep 0.5
  done
  figure 'an hour of results summed up, s' "$(seconds_since "$begun")"
  figure 'the same, CPU of Postgres, s' "$(awk -v t=$(($(postgres_ticks) - before)) -v hz="$(getconf CLK_TCK)" 'BEGIN { printf "%.1f", t / hz }')"
  stop "$pid"
}

# engine MONITORS: a start with all of them, a second instance, and the death of the first.
engine() {
  local first first_pid second_pid begun
  local count=$1
  schedule "$count"
  first_pid=$pid
  figure 'from the command to all scheduled, s' "$started"
  sleep 20
  figure 'resident memory of the instance, MiB' "$(awk '/^VmRSS/ { printf "%d", $2 / 1024 }' "/proc/$pid/status")"
  say "Starting a second instance"
  schedule $((count * 4 / 10)) second
  second_pid=$pid
  figure 'from the command to its share, second instance, s' "$started"
  sleep 10
  disown -a # Else the shell tells of the death.
  kill -KILL "$first_pid"
  begun=$(date +%s%N)
  until (($(metric belfry_schedule_series) >= count)); do
    (($(date +%s%N) - begun < 120000000000)) || die "the second instance has only $(metric belfry_schedule_series)"
    sleep 0.05
  done
  figure 'from the death of one to all scheduled by the other, s' "$(seconds_since "$begun")"
  stop "$second_pid"
}

# How many results one engine and this Postgres bear: the engine on a real database, targets that need no network.
share() {
  local before after begun cpu work_before work_after
  bare_database share
  idle
  add_monitors "$((share_rate * 10))" 10
  say "$share_rate checks a second over simulated targets, $share_seconds s"
  launch share env BELFRY_DATABASE_URL="$url" BELFRY_LOCATIONS=all java -Xmx1g -cp "$class_path" \
    dev.belfry.engine.run.EngineShare "$share_seconds"
  sleep $((share_seconds / 3))
  before=$(tail -1 "$work/share.out") cpu=$(postgres_ticks) begun=$(date +%s%N)
  work_before=$(database_work)
  sleep $((share_seconds / 2))
  after=$(tail -1 "$work/share.out")
  cpu=$(($(postgres_ticks) - cpu))
  work_after=$(database_work)
  local seconds
  seconds=$(seconds_since "$begun")
  awk -v a="$before" -v b="$after" -v w="$work_before" -v v="$work_after" -v s="$seconds" -v cpu="$cpu" \
    -v hz="$(getconf CLK_TCK)" 'BEGIN {
    split(a, x, " "); split(b, y, " "); ran = y[4] - x[4]
    split(w, p, "|"); split(v, q, "|")
    printf "share: runs a second\t%.0f\n", ran / s
    printf "share: scheduled a second\t%.0f\n", (y[2] - x[2]) / s
    printf "share: missed\t%d\n", y[6] - x[6]
    printf "share: CPU of the engine for a run, us\t%.0f\n", (y[10] - x[10]) * 1000 / ran
    printf "share: CPU of Postgres for a run, us\t%.0f\n", cpu / hz * 1e6 / ran
    printf "share: transactions a second\t%.0f\n", (q[1] - p[1]) / s
    printf "share: log of Postgres for a run, bytes\t%.0f\n", (q[2] - p[2]) / ran
  }' >>"$work/results"
  stop "$pid"
}

# Transactions and bytes of the log so far.
database_work() {
  sql "$url" "SELECT (SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database())
    || '|' || pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
}

# What an instance without monitors asks of Postgres.
idle() {
  local before after cpu
  schedule 0
  sleep 15
  before=$(database_work) cpu=$(postgres_ticks)
  sleep 20
  cpu=$(($(postgres_ticks) - cpu))
  after=$(database_work)
  awk -v w="$before" -v v="$after" -v cpu="$cpu" -v hz="$(getconf CLK_TCK)" 'BEGIN {
    split(w, p, "|"); split(v, q, "|")
    printf "idle instance: transactions a second\t%.0f\n", (q[1] - p[1]) / 20
    printf "idle instance: CPU of Postgres, ms a second\t%.0f\n", cpu / hz * 1000 / 20
    printf "idle instance: log of Postgres, bytes a second\t%.0f\n", (q[2] - p[2]) / 20
  }' >>"$work/results"
  printf 'idle instance: connections\t%s\n' \
    "$(sql "$url" "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'belfry'")" >>"$work/results"
  stop "$pid"
}
