# Sourced by operations.sh: the tables, as performance.md has them.

# of_rounds NAME OTHER: the median of the rounds' ratios.
of_rounds() {
  paste <(of "$1") <(of "$2") | awk '$1 != "" && $2 > 0 { print $1 / $2 }' | sort -n |
    awk '{ v[NR] = $1 } END { if (NR) printf "%.2f", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

report_operations() {
  local i section
  machine
  for i in "${!jars[@]}"; do
    for section in spec other; do
      table "$section" "$i"
    done
  done
  ((${#jars[@]} < 2)) || compare 1 0 "${jars[1]##*/}" "${jars[0]##*/}" ''
  [[ -z ${rival_port:-} ]] || compare 0 rival Belfry 'plain Node service' '>= 3'
  report_failures
  [[ ! -s $work/waits ]] || report_waits
}

# table SECTION I: what was measured of one section, of one server.
table() {
  local name goal result line any=''
  for name in "${names[@]}"; do
    [[ $(of_operation "$name" 1) == "$1" ]] || continue
    if [[ -z $any ]]; then
      any=yes
      printf '\n%s%s\n\n' "$([[ $1 == spec ]] && echo 'Operations of the specification' || echo 'Other operations')" \
        "$( ((${#jars[@]} < 2)) || echo ", ${jars[$2]}")"
      printf '| Operation | per s | plain row per s | of a plain row | Goal '
      printf '| p50 ms | p99 ms | p99/p50 | Belfry µs | Postgres µs |\n'
      printf '|---|---:|---:|---:|---|---:|---:|---:|---:|---:|\n'
    fi
    result=$name/$2 goal=$(of_operation "$name" 4)
    awk -v name="$name" -v rate="$(median "$result" 2)" -v plain="$(median "$name/plain" 2)" \
      -v ratio="$(of_rounds "$result" "$name/plain")" -v goal="$goal" -v p50="$(median "$result" 3)" \
      -v p99="$(median "$result" 4)" -v own="$(median "$result" 5)" -v postgres="$(median "$result" 7)" 'BEGIN {
        split(goal, part, " ")
        if (goal != "") goal = goal (ratio >= part[2] ? "" : ", **no**")
        tail = p50 ? p99 / p50 : 0
        printf "| %s | %.0f | %.0f | %s | %s | %.2f | %.2f | %s | %.0f | %s |\n", name, rate, plain, ratio, goal,
          p50, p99, sprintf((tail > 5 ? "**%.1f**" : "%.1f"), tail), own,
          (postgres > 0 ? sprintf("%.0f", postgres) : "")
      }'
  done
}

# compare RESULT OTHER NAME OTHER_NAME GOAL: two servers that had the same requests in turns; the goal
# is one for writes.
compare() {
  local name goal
  printf '\n| Operation | %s per s | %s per s | Ratio | Goal ' "$3" "$4"
  printf '| %s µs | Postgres µs | %s µs | Postgres µs |\n' "$3" "$4"
  printf '|---|---:|---:|---:|---|---:|---:|---:|---:|\n'
  for name in "${names[@]}"; do
    [[ -n $(median "$name/$2" 2) ]] || continue
    goal=$5
    [[ $(of_operation "$name" 3) != select ]] || goal=''
    awk -v name="$name" -v one="$(median "$name/$1" 2)" -v other="$(median "$name/$2" 2)" \
      -v ratio="$(of_rounds "$name/$1" "$name/$2")" -v goal="$goal" -v cpu="$(median "$name/$1" 5)" \
      -v pg="$(median "$name/$1" 7)" -v other_cpu="$(median "$name/$2" 5)" -v other_pg="$(median "$name/$2" 7)" 'BEGIN {
        split(goal, part, " ")
        if (goal != "") goal = goal (ratio >= part[2] ? "" : ", **no**")
        printf "| %s | %.0f | %.0f | %s | %s | %.0f | %.0f | %.0f | %.0f |\n", name, one, other, ratio, goal,
          cpu, pg, other_cpu, other_pg
      }'
  done
}

# Only the rounds count here: the first answers of a server are slower than its time limits at times.
report_failures() {
  awk -F'\t' '$1 ~ /(, first round|^warm-up)\// { next } $6 > 0 { failed[$1] += $6; any = 1 } { all[$1] += $8 } END {
    if (!any) { print "\nNo request failed."; exit }
    print "\nRequests that failed:\n"
    for (name in failed) printf "- %s: %d, %.2f %%\n", name, failed[name], 100 * failed[name] / all[name]
  }' "$work/results"
}

report_waits() {
  printf '\nWhat the active backends wait for, share of samples\n\n| Operation | Waits |\n|---|---|\n'
  awk -F'\t' '{ n[$1]++; w[$1 "\t" $2]++ } END {
    for (k in w) { split(k, p, "\t"); printf "%s\t%.1f\t%s\n", p[1], 100 * w[k] / n[p[1]], p[2] }
  }' "$work/waits" | sort -t"$(printf '\t')" -k1,1 -k2,2nr | awk -F'\t' '
    $1 != last { if (last) print line " |"; line = "| " $1 " |"; last = $1; count = 0 }
    count++ < 6 { line = line (count > 1 ? ", " : " ") $3 " " $2 " %" }
    END { print line " |" }'
}
