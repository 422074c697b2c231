-- Other programs than mix.lua, for compiling by counts: what an interpreter is commonly used for.
local function sieve(n)
  local composite, primes = {}, 0
  for i = 2, n do
    if not composite[i] then
      primes = primes + 1
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return primes
end

local Account = {}
Account.__index = Account
function Account.new(balance) return setmetatable({ balance = balance }, Account) end
function Account:deposit(v) self.balance = self.balance + v return self end

local function objects(n)
  local sum = 0
  for i = 1, n do sum = sum + Account.new(i):deposit(1.5).balance end
  return sum
end

local function closures(n)
  local function adder(a) return function(b) return a + b end end
  local sum = 0
  for i = 1, n do sum = adder(i)(sum) % 1000003 end
  return sum
end

local function parse(text)                    -- a recursive descent parser of sums and products
  local at = 1
  local sum
  local function atom()
    if text:sub(at, at) == "(" then
      at = at + 1
      local value = sum()
      at = at + 1
      return value
    end
    local digits = text:match("^%d+", at)
    at = at + #digits
    return tonumber(digits)
  end
  local function product()
    local value = atom()
    while text:sub(at, at) == "*" do at = at + 1 value = value * atom() % 65521 end
    return value
  end
  function sum()
    local value = product()
    while text:sub(at, at) == "+" do at = at + 1 value = value + product() end
    return value
  end
  return sum()
end

local function matrix(n)
  local a, b, c = {}, {}, {}
  for i = 1, n do
    a[i], b[i], c[i] = {}, {}, {}
    for j = 1, n do a[i][j], b[i][j] = i + j, i - j end
  end
  for i = 1, n do
    for j = 1, n do
      local sum = 0
      for k = 1, n do sum = sum + a[i][k] * b[k][j] end
      c[i][j] = sum
    end
  end
  return c[n][n]
end

local function lines(n)
  local out = {}
  for i = 1, n do out[#out + 1] = ("%d;%s;%.2f"):format(i, ("x"):rep(i % 7), i / 3) end
  local fields = 0
  for line in table.concat(out, "\n"):gmatch("[^\n]+") do
    for _ in line:gmatch("[^;]+") do fields = fields + 1 end
  end
  table.sort(out)
  return fields
end

local function failing(n)
  local failed = 0
  for i = 1, n do if not pcall(error, { code = i }) then failed = failed + 1 end end
  local co = coroutine.wrap(function() for i = 1, n do coroutine.yield(i) end end)
  for i = 1, n do failed = failed + co() % 2 end
  return failed
end

print("sieve", sieve(1500000))
print("objects", objects(1000000))
print("closures", closures(1000000))
print("parse", parse(("(1+2*3)*4+5*(6+7)+"):rep(8000) .. "1"))
print("matrix", matrix(130))
print("lines", lines(120000))
print("failing", failing(200000))
