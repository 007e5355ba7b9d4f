# Sourced by run: memory under ten minutes of mixed load.

minutes=${LOAD_MINUTES:-10}
interval=${LOAD_INTERVAL:-30}

measure_soak() {
  database soak "$monitors"
  BELFRY_DATABASE_URL=$url serve service dev.belfry.Main
  local end now
  end=$((SECONDS + minutes * 60))
  seconds=$interval
  progress 'minute heap after collection, resident, MiB'
  while ((SECONDS < end)); do
    wrk_run mixed mixed "$port" "$pid" 2>/dev/null
    now=$(memory "$pid")
    echo "$now" >>"$work/memory"
    progress "$(awk -v m="$((minutes * 60 - end + SECONDS))" 'BEGIN { printf "%.1f", m / 60 }') $now"
  done
  machine
  head_row
  row mixed
  report_memory
}

# Heap that is still in use after a full collection, and resident memory, both in MiB.
memory() {
  timeout 60 jcmd "$1" GC.run >/dev/null || die "jcmd failed"
  timeout 60 jstat -gc "$1" | awk 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR == 2 { printf "%.1f ", ($at["S0U"] + $at["S1U"] + $at["EU"] + $at["OU"]) / 1024 }'
  awk '/^VmRSS/ { printf "%.1f\n", $2 / 1024 }' "/proc/$1/status"
}

# Growth is the slope of a straight line through the second half, when caches are full and code is
# compiled.
report_memory() {
  head_ratios
  judge_failures
  local column=1 name
  for name in 'heap after collection' 'resident memory'; do
    awk -v c="$column" 'NR == 1 { first = $c } { last = $c } END { print first, last }' "$work/memory" >"$work/ends"
    judge "$name at the start, MiB" "$(cut -d' ' -f1 "$work/ends")" ''
    judge "$name at the end, MiB" "$(cut -d' ' -f2 "$work/ends")" ''
    judge "$name, growth in the second half, MiB a minute" \
      "$(awk -v c="$column" -v step="$interval" '{ v[NR] = $c } END {
        from = int(NR / 2) + 1
        for (i = from; i <= NR; i++) { n++; x = i * step / 60; sx += x; sy += v[i]; sxx += x * x; sxy += x * v[i] }
        d = n * sxx - sx * sx
        print d == 0 ? 0 : (n * sxy - sx * sy) / d
      }' "$work/memory")" "<= $([[ $column == 1 ]] && echo 0.5 || echo 2)"
    column=2
  done
}
