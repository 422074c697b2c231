// Templates, exceptions, virtual calls and threads, to be counted to the
// instruction.
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct shape
{
  virtual ~shape () {}
  virtual double area () const = 0;
};

struct square : shape
{
  double side;
  square (double length) : side (length) {}
  double area () const override { return side * side; }
};

struct disc : shape
{
  double radius;
  disc (double length) : radius (length) {}
  double area () const override { return 3 * radius * radius; }
};

static int
throws (int i)
{
  if (i % 5 == 0)
    throw std::runtime_error ("five");
  if (i % 7 == 0)
    throw i;
  return i;
}

static int
catches (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    try
      {
	sum += throws (i);
      }
    catch (const std::exception &)
      {
	sum++;
      }
    catch (int number)
      {
	sum -= number;
      }
  return sum;
}

static void
work (int n, long *result)
{
  std::map<std::string, int> numbers;
  for (int i = 0; i < n; i++)
    /* Other ways to join strings ask where they lie in memory.  */
    numbers[std::string ("k").append (std::to_string (i % 50))] += i;
  *result = 0;
  for (auto &each : numbers)
    *result += each.second;
}

int
main ()
{
  std::vector<std::unique_ptr<shape>> shapes;
  for (int i = 0; i < 200; i++)
    if (i % 3)
      shapes.emplace_back (new square (i));
    else
      shapes.emplace_back (new disc (i));
  double area = 0;
  for (auto &each : shapes)
    area += each->area ();

  std::vector<int> numbers;
  for (int i = 0; i < 600; i++)
    numbers.push_back (i * 7919 % 1009);
  std::sort (numbers.begin (), numbers.end (),
	     [] (int a, int b) { return a > b; });

  long results[4];
  std::vector<std::thread> threads;
  for (long &result : results)
    threads.emplace_back (work, 100, &result);
  for (auto &thread : threads)
    thread.join ();
  printf ("%f %d %ld %d\n", area, numbers[5], results[0] + results[3],
	  catches (400));
  return 0;
}
