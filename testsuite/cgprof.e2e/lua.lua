-- The script of lua.exp: recursion, sorting with a comparator, patterns.
-- SPDX-License-Identifier: GPL-3.0-or-later

local function fib (n)
  if n < 2 then return n end
  return fib (n - 1) + fib (n - 2)
end
print (fib (18))

local numbers, seed = {}, 42
for i = 1, 2000 do
  seed = (seed * 1103515245 + 12345) % 2147483648
  numbers[i] = seed
end
table.sort (numbers)
print (numbers[1], numbers[1000], numbers[2000])
table.sort (numbers, function (a, b) return a % 1000 > b % 1000 end)
print (numbers[1] % 1000, numbers[2000] % 1000)

local words, count = {}, 0
local text = string.rep ("the quick brown fox jumps over the lazy dog ", 100)
for word in text:gmatch ("%a+") do
  words[word] = (words[word] or 0) + 1
  count = count + 1
end
print (count, words.the, words.fox)

print ((pcall (error, { 1 })))
print (select ("#", table.unpack ({ 1, 2, 3 })))
local co = coroutine.wrap (function () for i = 1, 3 do coroutine.yield (i) end end)
print (co (), co (), co ())
print (string.format ("%5.2f %s", 3.14159, ("x"):rep (3)))
