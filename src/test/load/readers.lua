-- Tells measure.sh's note: requests, seconds, median and p99 in microseconds, failures.
function done(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format("%d %.3f %d %d %d\n",
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
