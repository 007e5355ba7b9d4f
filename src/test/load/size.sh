# Sourced by run: resident memory with the options of the image (Dockerfile), without monitors and
# with many. MaxRAM stands for the limit of a container of 512 MiB.

# shellcheck source=runs.sh
. "$here/runs.sh"

image_java=${LOAD_IMAGE_JAVA:-java} # the image has the newest LTS
count=${LOAD_MONITORS_OF_SIZE:-40000}
every=600 # seconds from one run of a monitor to the next
watched=${LOAD_SIZE_SECONDS:-120}
image_options=(-XX:+UseSerialGC -XX:MaxRAM=512m -XX:MaxRAMPercentage=50 -XX:-UsePerfData)

measure_size() {
  local idle busy cache=$work/classes
  bare_database size
  say "Leaving a cache of classes"
  if "$image_java" -XX:AOTMode=auto -version >/dev/null 2>&1; then
    image "-XX:AOTCacheOutput=$cache"
    image_options+=("-XX:AOTCache=$cache")
  else
    image "-XX:ArchiveClassesAtExit=$cache"
    image_options+=("-XX:SharedArchiveFile=$cache")
  fi
  stop "$pid"
  [[ -s $cache ]] || die "no cache of classes was made: $(tail -5 "$work/image.err")"
  image
  sleep "$watched"
  idle=$(resident_of "$pid")
  stop "$pid"
  add_monitors "$count" "$every"
  target
  image
  until (($(metric belfry_schedule_series) >= count)); do sleep 0.5; done
  sleep "$watched"
  busy=$(resident_of "$pid")
  java_flags=${image_options[*]} machine
  "$image_java" -version 2>&1 | sed -n 2p
  head_ratios
  judge 'idle, MiB' "$idle" '<= 160'
  judge "with $count monitors that run every $every s, MiB" "$busy" '<= 256'
  judge 'runs made meanwhile' "$(metric belfry_runs_ran_total)" ">= $((count / every))"
  judge 'missed' "$(metric belfry_runs_missed_total)" ''
}

# image [OPTION...]: starts the jar as the image does; leaves $pid and $management.
image() {
  management=$(free_port)
  launch image env BELFRY_DATABASE_URL="$url" BELFRY_LOCATIONS=all BELFRY_ALLOW_PRIVATE_TARGETS=true \
    BELFRY_HTTP_HOST=127.0.0.1 BELFRY_HTTP_PORT="$(free_port)" BELFRY_MANAGEMENT_HOST=127.0.0.1 \
    BELFRY_MANAGEMENT_PORT="$management" BELFRY_SHUTDOWN_DELAY=0s BELFRY_LOG_FORMAT=json \
    "$image_java" "${image_options[@]}" "$@" -jar target/belfry.jar
  await image 60 'Ready on port [0-9]'
}

resident_of() {
  awk '/^VmRSS/ { printf "%d", $2 / 1024 }' "/proc/$1/status"
}
