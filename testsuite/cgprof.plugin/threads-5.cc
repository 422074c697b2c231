/* Area:    plugin and runtime, threads
   Purpose: std::thread and std::async, with a thread_local object whose
	    constructor and destructor run in each thread.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count "worker(int) -> leaf(int)" 8000 } */
/* { dg-count "local::local() -> leaf(int)" 12 } */
/* { dg-count "local::~local() -> leaf(int)" 12 } */
/* { dg-count "task(int) -> leaf(int)" 400 } */
/* { dg-calls "worker(int)" 8 } */
/* { dg-calls "task(int)" 4 } */
/* { dg-calls "leaf(int)" 8424 } */

#include <future>
#include <thread>
#include <vector>

extern "C++" __attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

struct local
{
  int x;
  __attribute__ ((noipa)) local ();
  __attribute__ ((noipa)) ~local ();
};

local::local () : x (leaf (1)) {}
local::~local () { leaf (x); }

static thread_local local mine;

__attribute__ ((noipa)) int
worker (int n)
{
  for (int i = 0; i < 1000; i++)
    mine.x ^= leaf (i + n);
  return mine.x;
}

__attribute__ ((noipa)) int
task (int n)
{
  for (int i = 0; i < 100; i++)
    mine.x ^= leaf (i + n);
  return mine.x;
}

int
main ()
{
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++)
    threads.emplace_back (worker, i);
  std::vector<std::future<int>> futures;
  for (int i = 0; i < 4; i++)
    futures.push_back (std::async (std::launch::async, task, i));
  for (auto &future : futures)
    future.get ();
  for (auto &thread : threads)
    thread.join ();
}
