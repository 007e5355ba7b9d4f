-- The requests of the load harness. Arguments after "--": what to send (put, which after the first
-- time changes nothing but the time of the change; rename, which always does; get; mixed; list, a page of
-- monitors; or overview), the
-- number of monitors, the directory that the Seeder filled, and which of its keys to use
-- (without it "key"). Writes one line to standard error:
-- requests, seconds, median and 99th percentile in microseconds, failures.

local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

local function contents(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

function init(arguments)
  local kind, monitors, directory = arguments[1], tonumber(arguments[2]), arguments[3]
  local body = contents(directory .. "/body.json")
  local key = contents(directory .. "/" .. (arguments[4] or "key"))
  local head = " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " .. key .. "\r\n"
  local putEnd = "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
  local prefix = "/01900000-0000-7100-8000-"
  local named = 0
  local before, after = body:match('^(.-"name":")[^"]*(".*)$')
  local put, get = "PUT /v1/checks/url" .. prefix, "GET /v1/checks" .. prefix
  local random, format, turn = math.random, string.format, 0
  math.randomseed(os.time() + 1000 * number)

  function request()
    turn = turn + 1
    local id = format("%012d", random(monitors))
    if kind == "put" or (kind == "mixed" and turn % 2 == 0) then
      return put .. id .. head .. putEnd
    end
    if kind == "rename" then
      named = named + 1
      local renamed = before .. format("Shop front page %09d", named) .. after
      return put .. id .. head .. "Content-Type: application/json\r\nContent-Length: " .. #renamed
        .. "\r\n\r\n" .. renamed
    end
    if kind == "list" then
      return format("GET /v1/checks?limit=100&page=%d", random(math.max(1, math.floor(monitors / 100))))
        .. head .. "\r\n"
    end
    if kind == "overview" then
      return "GET /v1/check-overview?limit=100" .. head .. "\r\n"
    end
    return get .. id .. head .. "\r\n"
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format("%d %.3f %d %d %d\n",
    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
