-- Creates monitors, each with a name of its own, until NUMBER are made. Arguments after "--": the
-- key, NUMBER. They run once a day, so that they add no load of their own.
local made = 0

function init(arguments)
  key, number = arguments[1], tonumber(arguments[2])
end

function request()
  made = made + 1
  if made > number then
    return wrk.format("GET", "/v1/none")
  end
  local body = '{"name":"Created ' .. made .. '","frequency":1440,"locations":["eu-west-1"],'
    .. '"request":{"url":"http://127.0.0.1:9/' .. made .. '"}}'
  return wrk.format("POST", "/v1/checks/url",
    { ["Authorization"] = "Bearer " .. key, ["Content-Type"] = "application/json" }, body)
end
