/* Area:    plugin, coroutines
   Purpose: calls made by a coroutine's body count at each resumption.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-std=c++20 -fcoroutines" } */
/* { dg-calls "leaf(int)" 100 } */
/* { dg-calls "finish(int)" 10 } */
/* { dg-count "main -> drain(generator&)" 10 } */
/* { dg-count "main -> numbers(int)" 10 } */
/* { dg-count-spontaneous "leaf(int)" 0 } */
/* { dg-count-spontaneous "finish(int)" 0 } */

#include <coroutine>

struct generator
{
  struct promise_type
  {
    int value = 0;
    generator get_return_object ()
    {
      return { std::coroutine_handle<promise_type>::from_promise (*this) };
    }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    std::suspend_always yield_value (int x) noexcept
    {
      value = x;
      return {};
    }
    void return_void () noexcept {}
    void unhandled_exception () noexcept {}
  };
  std::coroutine_handle<promise_type> handle;
};

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
finish (int x)
{
  return x;
}

__attribute__ ((noipa)) generator
numbers (int n)
{
  for (int i = 0; i < n; i++)
    co_yield leaf (i);
  finish (n);
}

__attribute__ ((noipa)) int
drain (generator &g)
{
  int sum = 0;
  for (;;)
    {
      g.handle.resume ();
      if (g.handle.done ())
	break;
      sum += g.handle.promise ().value;
    }
  g.handle.destroy ();
  return sum;
}

int
main ()
{
  for (int i = 0; i < 10; i++)
    {
      generator g = numbers (10);
      if (drain (g) != 55)
	return 1;
    }
}
