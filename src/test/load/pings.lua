-- Pings of many monitors in turns, every fifth with the exit code 0 and a body. The argument after
-- "--" is a file with a path in each line. Writes one line to standard error: requests, seconds,
-- median and 99th percentile in microseconds, failures.

local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  local paths = {}
  for line in io.lines(arguments[1]) do
    paths[#paths + 1] = line
  end
  local turn = number * math.floor(#paths / 2)
  local ends = " HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: curl/8.5.0\r\n"
  local body = string.rep("done ", 40)

  function request()
    turn = turn + 1
    local path = paths[turn % #paths + 1]
    if turn % 5 == 0 then
      return "POST " .. path .. "/0" .. ends .. "Content-Length: " .. #body .. "\r\n\r\n" .. body
    end
    return "GET " .. path .. ends .. "\r\n"
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format("%d %.3f %d %d %d\n",
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
