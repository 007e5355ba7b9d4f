# Sourced by run: durable checks each second over HTTPS, beside a bare client. Each of many targets
# has a certificate of its own, and an issuer between it and the root. TLS 1.3; no session is resumed.

rate=${LOAD_RATE:-1000}
length=${LOAD_RUN_SECONDS:-120}
cpu_goal=0.5 # ms
# shellcheck source=runs.sh
. "$here/runs.sh"

certificates=${LOAD_CERTIFICATES:-1000} # targets, each on an address of its own
bare_seconds=5                          # of one measurement of the bare client

measure_https() {
  local flags=$java_flags kind
  for kind in ecdsa rsa; do
    java_flags="$flags -Djavax.net.ssl.trustStore=$work/$kind/trust.p12 \
      -Djavax.net.ssl.trustStorePassword=changeit"
    measure_kind "$kind"
  done
}

# measure_kind KIND: the checks of one kind of certificate, with the bare client before and after.
measure_kind() {
  local kind=$1 count=$((rate * period)) before after
  secure_target "$kind"
  before=$(bare)
  bare_database "$kind"
  add_monitors "$count" "$period" \
    "'https://127.0.' || i % $certificates / 250 + 1 || '.' || i % 250 + 1 || ':$target_port/' || i"
  schedule "$count"
  say "warming up"
  sleep "$warm_up"
  sample "$length"
  stop "$pid"
  after=$(bare)
  rows
  printf 'TLS 1.3, %s, %s certificates; bare client %s and %s ms\n' "$kind" "$certificates" \
    "$before" "$after"
  head_ratios
  verdicts
  judge 'checks that failed' "$(sql "$url" 'SELECT count(*) FROM results WHERE verdict IN (2, 3)')" '<= 0'
  judge 'our CPU for each, of that of openssl s_time' \
    "$(awk -v r="$ran" -v c="$cpu" -v hz="$(getconf CLK_TCK)" -v b="$before" -v a="$after" \
      'BEGIN { print c / hz * 1e3 / r / ((b + a) / 2) }')" '<= 2'
  stop "$target_pid"
}

# secure_target KIND: HAProxy, which answers by itself.
secure_target() {
  local i
  say "Making $certificates certificates ($1)"
  # By Maven: what makes certificates is a library of the tests.
  timeout 300 mvn -q -B exec:exec -Dexec.classpathScope=test -Dexec.executable=java \
    "-Dexec.args=-cp %classpath dev.belfry.benchmark.TargetCertificates $1 $certificates $work/$1" \
    >"$work/certificates.out" 2>&1 || die "no certificates: $(tail -3 "$work/certificates.out")"
  target_port=$(free_port)
  for ((i = 0; i < certificates; i++)); do
    printf 'bind 127.0.%s.%s:%s ssl crt %s/%s.pem\n' $((i / 250 + 1)) $((i % 250 + 1)) \
      "$target_port" "$work/$1" "$i"
  done >"$work/$1.binds"
  answering_over_tls "$(<"$work/$1.binds")" >"$work/$1.cfg"
  launch "target-$1" haproxy -db -f "$work/$1.cfg"
  target_pid=$pid
  listening 127.0.1.1 "target-$1"
}

# CPU of the bare client for a connection with one request, in milliseconds. It verifies nothing.
bare() {
  local TIMEFORMAT='%U %S'
  { time timeout $((bare_seconds + 10)) openssl s_time -connect "127.0.1.1:$target_port" -new \
    -tls1_3 -www / -time "$bare_seconds" >"$work/s_time.out" 2>&1; } 2>"$work/s_time.cpu"
  awk 'NR == FNR { if (/connections in .* real seconds/) n = $1; next }
    n { printf "%.3f\n", ($1 + $2) * 1e3 / n }' "$work/s_time.out" "$work/s_time.cpu"
}
