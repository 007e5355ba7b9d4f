# Sourced by run: from the command to the first 200 of readiness.

starts=${LOAD_STARTS:-5}
exec {idle}<> <(:) # never has anything to read: a pause without a process

measure_start() {
  local name=load_start_$$ url archive=$work/belfry.jsa
  sql "$admin_url" "CREATE DATABASE $name"
  databases+=("$name")
  url=$(sed -E "s#^([a-z]+://[^/]*/)[^?]*#\1$name#" <<<"$admin_url")
  export BELFRY_HTTP_HOST=127.0.0.1 BELFRY_MANAGEMENT_HOST=127.0.0.1 BELFRY_SHUTDOWN_DELAY=0s
  # Unlimited, as the rate limit is: the numbers of rows would end the measurements.
  export BELFRY_QUOTAS=all=0
  local jar=(env BELFRY_DATABASE_URL="$url" java)
  say "First start, which migrates; leaves the archive of classes"
  timed first "${jar[@]}" -XX:ArchiveClassesAtExit="$archive" -jar target/belfry.jar
  [[ -s $archive ]] || die "no archive of classes was made: $(tail -5 "$work/first.err")"
  local round
  for ((round = 1; round <= starts; round++)); do
    timed 'jar' "${jar[@]}" -jar target/belfry.jar
    timed 'jar, class archive' "${jar[@]}" -XX:SharedArchiveFile="$archive" -jar target/belfry.jar
  done
  measure_command
  java_flags="" machine
  head_ratios
  judge 'java -jar, Postgres running, s' "$(median jar 2)" '<= 1.5'
  judge 'the same with an archive of classes, s' "$(median 'jar, class archive' 2)" '<= 1.5'
  judge 'java -jar, processor seconds' "$(median jar 5)" ''
  judge 'the same with an archive of classes, processor seconds' "$(median 'jar, class archive' 5)" ''
  judge 'mvn -q compile exec:java, first start, s' "$(median 'command, first' 2)" ''
  judge 'mvn -q compile exec:java, later starts, s' "$(median command 2)" '<= 6'
}

# The one command with a server and a data directory of its own.
measure_command() {
  local command=(env -u BELFRY_DATABASE_URL BELFRY_DATA_DIR="$work/data" mvn -q compile exec:java) round
  timed 'command, first' "${command[@]}"
  for ((round = 1; round <= (starts + 1) / 2; round++)); do
    timed command "${command[@]}"
  done
}

# timed NAME COMMAND...: starts it, waits until it is ready, notes the seconds, stops it.
timed() {
  local name=$1 file=${1//[^a-z]/-} api management from ready cpu
  shift
  api=$(free_port)
  management=$(free_port)
  from=$EPOCHREALTIME
  launch "$file" env BELFRY_HTTP_PORT="$api" BELFRY_MANAGEMENT_PORT="$management" "$@"
  local deadline=$((SECONDS + 120))
  until is_ready "$management"; do
    kill -0 "$pid" 2>/dev/null || die "$name ended: $(tail -5 "$work/$file.err")"
    ((SECONDS < deadline)) || die "$name was not ready in time: $(tail -5 "$work/$file.err")"
    read -rt 0.01 -u "$idle" || true
  done
  ready=$(awk -v a="$from" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
  cpu=$(awk -v t="$(ticks "$pid")" -v hz="$(getconf CLK_TCK)" 'BEGIN { printf "%.2f", t / hz }')
  printf '%s\t%s\t\t\t%s\n' "$name" "$ready" "$cpu" >>"$work/results"
  progress "$name: $ready s, of its processors $cpu s"
  stop "$pid"
}

# Asks without a process of its own, which would take the processor from what is measured.
is_ready() {
  local status=''
  { exec {asked}<>"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null || return 1
  printf 'GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&"$asked"
  read -rt 1 -u "$asked" status || true
  exec {asked}>&-
  [[ $status == *' 200 '* ]]
}
