# Sourced by run: 10,000 persons with 100,000 sessions. A request with a session beside one with a key,
# signing in, lists, and the start of an instance that has to know 90,000 ended sessions.

persons=${LOAD_PERSONS:-10000}

measure_people() {
  local name=load_people_$$ account key link token cookie session
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$name#" <<<"$admin_url")
  belfry migrate >"$work/migrate.out" 2>&1 || die "migrating failed: $(tail -3 "$work/migrate.out")"
  account=$(belfry accounts create --name Load)
  key=$(belfry keys create --account "$account")
  start_of empty
  link=$(belfry users create --email grace@example.org --account "$account")
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main BELFRY_RATE_LIMIT=0 BELFRY_RATE_LIMIT_ROUTES=startSession=100000/1
  home=http://127.0.0.1:$port service=$pid
  cookie=$(curl -sS -f -m 10 -D - -o /dev/null -H 'Content-Type: application/json' "$home/console/invitations" \
    -d "{\"token\":\"${link##*#}\",\"name\":\"Grace\",\"password\":\"a password of load\"}" |
    sed -n 's/^set-cookie: [^=]*=\([^;]*\);.*/\1/Ip')
  seed_people "$account"
  local round how
  for how in key session; do read_with "$how, warm-up" "$([[ $how == key ]] && echo "$key" || echo "$cookie")"; done
  sed -i '/warm-up/d' "$work/results"
  for ((round = 1; round <= rounds; round++)); do
    say "Round $round of $rounds"
    read_with 'read with a key' "$key"
    read_with 'read with a session' "$cookie"
    read_with 'read with a session' "$cookie"
    read_with 'read with a key' "$key"
    sign_in 'sign-in, one at a time' 1
    sign_in 'sign-in, eight at a time' 8
  done
  timed_requests 'list of 1,000 members, a page of 100' "$key" '/v1/accounts/me/members?limit=100'
  timed_requests 'own sessions' "$cookie" /console/sessions
  stop "$service"
  start_of 'with persons'
  machine
  head_row
  row 'read with a key' 'read with a session' 'sign-in, one at a time' 'sign-in, eight at a time' \
    'list of 1,000 members, a page of 100' 'own sessions'
  head_ratios
  judge_failures
  ratio 'read with a session, of one with a key' 'read with a session' 'read with a key' '>= 0.95'
  judge 'start, s' "$(median empty 2)" ''
  judge 'start with 90,000 ended sessions, s' "$(median 'with persons' 2)" ''
  judge 'memory that needs, MiB' "$(awk -v a="$(median empty 3)" -v b="$(median 'with persons' 3)" 'BEGIN { print b - a }')" ''
}

belfry() {
  BELFRY_DATABASE_URL=$url timeout 60 java -cp "$class_path" dev.belfry.Main "$@"
}

# seed_people ACCOUNT: 1,000 members of the account, the others in 100 more; each with ten sessions, nine ended.
seed_people() {
  say "Making $persons persons with $((persons * 10)) sessions"
  sql "$url" "INSERT INTO accounts (id, name, alert_settings, created_at)
      SELECT gen_random_uuid(), 'Account ' || n, a.alert_settings, now() FROM accounts a, generate_series(1, 100) AS n" >/dev/null
  sql "$url" "INSERT INTO users (id, email, name, password_hash, created_at)
      SELECT gen_random_uuid(), 'person' || n || '@example.org', 'Person ' || n, u.password_hash, now()
      FROM users u, generate_series(1, $persons - 1) AS n" >/dev/null
  sql "$url" "WITH others AS (SELECT id, row_number() OVER () AS n FROM accounts WHERE id <> '$1')
    INSERT INTO memberships (account_id, user_id, role, created_at, updated_at)
      SELECT CASE WHEN p.n < 1000 THEN '$1' ELSE (SELECT o.id FROM others o WHERE o.n = p.n % 100 + 1) END, p.id,
        'EDITOR', now(), now()
      FROM (SELECT id, row_number() OVER () AS n FROM users WHERE email LIKE 'person%') AS p" >/dev/null
  sql "$url" "INSERT INTO console_sessions (id, user_id, account_id, user_agent, network, created_at, seen_at,
      expires_at, ended_at)
    SELECT gen_random_uuid(), m.user_id, m.account_id, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', '192.0.2.1',
      now() - n * interval '1 hour', now(), now() + interval '6 days', CASE WHEN n > 1 THEN now() END
    FROM memberships m, generate_series(1, 10) AS n" >/dev/null
  sql "$url" 'VACUUM ANALYZE' >/dev/null
}

# read_with NAME TOKEN
read_with() {
  wrk_plain "$1" "$connections" "$seconds" /v1/variables "$2"
}

# timed_requests NAME TOKEN PATH
timed_requests() {
  wrk_plain "$1" 1 5 "$3" "$2"
}

# wrk_plain NAME CONNECTIONS SECONDS PATH TOKEN
wrk_plain() {
  local before after
  before=$(ticks "$service")
  timeout $(($3 + 20)) wrk -t 1 -c "$2" -d "$3" --latency --timeout 10 -H "Authorization: Bearer $5" \
    -s "$here/people.lua" "$home$4" >"$work/wrk.out" 2>"$work/wrk.err" || die "wrk failed: $(tail -3 "$work/wrk.out")"
  after=$(ticks "$service")
  note "$1" $(tail -1 "$work/wrk.err") $((after - before))
}

# sign_in NAME AT-ONCE: each person signs in from the same network.
sign_in() {
  local before after
  before=$(ticks "$service")
  LOAD_SIGN_IN=$persons timeout $((seconds + 20)) wrk -t 1 -c "$2" -d "$seconds" --latency --timeout 10 \
    -s "$here/people.lua" "$home/console/session" >"$work/wrk.out" 2>"$work/wrk.err" ||
    die "wrk failed: $(tail -3 "$work/wrk.out")"
  after=$(ticks "$service")
  note "$1" $(tail -1 "$work/wrk.err") $((after - before))
}

# start_of NAME: seconds to ready and resident MiB after a collection, three times.
start_of() {
  local i from
  for i in 1 2 3; do
    from=$EPOCHREALTIME
    BELFRY_DATABASE_URL=$url serve "start-$i" dev.belfry.Main
    awk -v a="$from" -v b="$EPOCHREALTIME" -v name="$1" \
      -v memory="$(jcmd "$pid" GC.class_histogram | sed -n 's/^Total *[0-9]* *\([0-9]*\).*/\1/p')" \
      'BEGIN { printf "%s\t%.3f\t%.1f\t\t\t0\n", name, b - a, memory / 1048576 }' >>"$work/results"
    progress "$(tail -1 "$work/results")"
    stop "$pid"
  done
}
