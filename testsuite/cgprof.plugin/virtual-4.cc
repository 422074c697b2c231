/* Area:    plugin, indirect calls of C++
   Purpose: pointers to members, virtual or not, and std::function of a
	    function, of a lambda, and of a bound member.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "member(S&, int (S::*)(int)) -> S::plain(int)" 40 } */
/* { dg-count "member(S&, int (S::*)(int)) -> S::special(int)" 30 } */
/* { dg-count "member(S&, int (S::*)(int)) -> T::special(int)" 20 } */
/* { dg-calls "S::plain(int)" 45 } */
/* { dg-calls "function(int)" 50 } */
/* { dg-calls "in_lambda(int)" 60 } */
/* { dg-count-spontaneous "S::plain(int)" 0 } */
/* { dg-count-spontaneous "function(int)" 0 } */
/* { dg-count-spontaneous "in_lambda(int)" 0 } */

#include <functional>

struct S
{
  int x = 1;
  int plain (int);
  virtual int special (int);
};

struct T : S
{
  int special (int) override;
};

__attribute__ ((noipa)) int S::plain (int y) { return x + y; }
__attribute__ ((noipa)) int S::special (int y) { return x * y; }
__attribute__ ((noipa)) int T::special (int y) { return x - y; }
__attribute__ ((noipa)) int function (int y) { return y + 1; }
__attribute__ ((noipa)) int in_lambda (int y) { return y + 2; }

__attribute__ ((noipa)) int
member (S &s, int (S::*which) (int))
{
  return (s.*which) (3) + 1;
}

__attribute__ ((noipa)) int
call (const std::function<int (int)> &f, int times)
{
  int sum = 0;
  for (int i = 0; i < times; i++)
    sum += f (i);
  return sum;
}

int
main ()
{
  S s;
  T t;
  int sum = 0, captured = 3;
  for (int i = 0; i < 40; i++)
    sum += member (s, &S::plain);
  for (int i = 0; i < 30; i++)
    sum += member (s, &S::special);
  for (int i = 0; i < 20; i++)
    sum += member (t, &S::special);
  sum += call (function, 50);
  sum += call ([captured] (int x) { return in_lambda (x + captured); }, 60);
  sum += call (std::bind (&S::plain, &s, std::placeholders::_1), 5);
  return sum == 0;
}
