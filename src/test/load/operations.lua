-- One operation of operations.txt, with values that change in every request. Arguments after "--":
-- the name of the operation, the directory with its ids and the key, the number of threads, a number
-- that no other measurement has, and "prove" if answers are to be read. Writes to standard error an
-- answer that was not 2xx, if there was one, and a last line: requests, seconds, median and 99th
-- percentile in microseconds, failures.

local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long microseconds; } belfry_time;
  int gettimeofday(belfry_time *time, void *zone);
]]

local workers = {}

function setup(thread)
  workers[#workers + 1] = thread
  thread:set("number", #workers)
end

local time = ffi.new("belfry_time")

local function now()
  ffi.C.gettimeofday(time, nil)
  return tonumber(time.seconds) + tonumber(time.microseconds) / 1e6
end

local function lines(path)
  local all = {}
  for line in assert(io.open(path, "rb")):lines() do
    all[#all + 1] = line
  end
  assert(#all > 0, path .. " is empty")
  return all
end

local function wanted(directory, name)
  for _, line in ipairs(lines(directory .. "/operations")) do
    local request = line:match("^[^|]+| " .. name:gsub("%p", "%%%0") .. " |[^|]*|[^|]*| (.*)$")
    if request then
      local header, rest = request:match("^%[(.-)%] (.*)$")
      local method, path, body = (rest or request):match("^(%u+) (%S+) ?(.*)$")
      return method, path, body, header
    end
  end
  error("no operation " .. name)
end

-- The directory's lists, each read once; a list that is used up ends the measurement.
local lists = {}
local function list(directory, name)
  lists[name] = lists[name] or lines(directory .. "/" .. name)
  return lists[name]
end

local function exhausted()
  if finished == 0 then
    finished = now()
    wrk.thread:stop()
  end
end

-- A function without arguments that gives the next text of a template.
local function filled(template, directory, threads)
  local parts, makers, after = {}, {}, 1
  for from, word, to in template:gmatch("(){(%-?%l[%l-]*)}()") do
    parts[#parts + 1] = template:sub(after, from - 1)
    parts[#parts + 1] = ""
    after = to
    local at, make = #parts, nil
    if word == "n" then
      make = function() return unique end
    elseif word:sub(1, 1) == "-" then
      local ids, next = list(directory, word), number - threads
      make = function()
        next = next + threads
        if next > #ids then
          exhausted()
        end
        return ids[next] or ids[#ids]
      end
    else
      local ids, random = list(directory, word), math.random
      make = function() return ids[random(#ids)] end
    end
    makers[#makers + 1] = function() parts[at] = make() end
  end
  parts[#parts + 1] = template:sub(after)
  return function()
    for i = 1, #makers do
      makers[i]()
    end
    return table.concat(parts)
  end
end

function init(arguments)
  local name, directory, threads = arguments[1], arguments[2], tonumber(arguments[3])
  local measurement, turn, format = tonumber(arguments[4]), 0, string.format
  finished, unique = 0, ""
  math.randomseed(os.time() + 1000 * number + measurement)
  local method, path, body, header = wanted(directory, name)
  local address = filled(path, directory, threads)
  local content = body ~= "" and filled(body, directory, threads) or nil
  local head = " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " .. lines(directory .. "/key")[1]
    .. "\r\n"
  local own = header and filled(header .. "\r\n", directory, threads) or function() return "" end
  local empty = (method == "POST" or method == "PUT") and "Content-Length: 0\r\n\r\n" or "\r\n"

  function request()
    turn = turn + 1
    unique = format("%04d%d%07d", measurement, number, turn)
    if not content then
      return method .. " " .. address() .. head .. own() .. empty
    end
    local sent = content()
    return method .. " " .. address() .. head .. own() .. "Content-Type: application/json\r\nContent-Length: "
      .. #sent .. "\r\n\r\n" .. sent
  end
  if arguments[5] == "prove" then
    function response(status, _, answered)
      if status > 299 then
        refused = status .. " " .. answered
      end
    end
  end
  refused, started = "", now()
end

-- When every thread used up its ids, the time until the last of them counts.
function done(summary, latency)
  local from, to, over = math.huge, 0, true
  for _, thread in ipairs(workers) do
    from = math.min(from, thread:get("started"))
    to = math.max(to, thread:get("finished"))
    over = over and thread:get("finished") > 0
    if thread:get("refused") ~= "" then
      io.stderr:write(thread:get("refused"):sub(1, 1000):gsub("\n", " ") .. "\n")
    end
  end
  local errors = summary.errors
  io.stderr:write(string.format("%d %.3f %d %d %d\n",
    summary.requests, over and to - from or summary.duration / 1e6,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
