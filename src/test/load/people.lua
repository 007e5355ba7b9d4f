-- Requests as the command line says, or sign-ins of LOAD_SIGN_IN persons in turns. Writes one line to
-- standard error: requests, seconds, median and 99th percentile in microseconds, failures.

local persons = tonumber(os.getenv("LOAD_SIGN_IN") or "0")

if persons > 0 then
  math.randomseed(os.time())
  local turn = math.random(persons)

  function request()
    turn = turn % (persons - 1) + 1
    local body = string.format('{"email":"person%d@example.org","password":"a password of load"}', turn)
    return wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, body)
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format("%d %.3f %d %d %d\n",
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
