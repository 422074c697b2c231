// What an interpreter of JavaScript does: calls, closures, arrays, strings, objects, regular expressions.

function fib (n) { return n < 2 ? n : fib (n - 1) + fib (n - 2); }

function Point (x, y) { this.x = x; this.y = y; }
Point.prototype.add = function (other) { return new Point (this.x + other.x, this.y + other.y); };

function sieve (most) {
  var composite = [], primes = 0;
  for (var i = 2; i < most; i++) {
    if (composite[i]) continue;
    primes++;
    for (var j = i * 2; j < most; j += i) composite[j] = true;
  }
  return primes;
}

function words (turns) {
  var seen = {}, text = "the quick brown fox jumps over the lazy dog", count = 0;
  for (var i = 0; i < turns; i++) {
    var parts = text.split (" ");
    for (var j = 0; j < parts.length; j++) {
      var word = parts[j].replace (/o(.)/, "$1o") + (i % 50);
      seen[word] = (seen[word] || 0) + 1;
    }
  }
  for (var word in seen) count += seen[word];
  return count;
}

print (fib (28));
var sum = new Point (0, 0), step = new Point (1, 2);
for (var i = 0; i < 800000; i++) sum = sum.add (step);
print (sum.x, sum.y);
print (sieve (400000));
print (words (15000));
var numbers = [];
for (var i = 0; i < 60000; i++) numbers.push ((i * 7919) % 60013);
numbers.sort (function (a, b) { return a - b; });
print (numbers[0], numbers[59999]);
