// Calls that are inlined where GCC optimises, in loops that it copies, in each
// other, in member functions and templates, and some that it does not inline.
// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>

static int square (int x) { return x * x; }
static int clamp (int x) { return x < 0 ? 0 : x > 100 ? 100 : square (x) % 97; }

struct Point
{
  int a;
  int get () const { return a; }
  void set (int x) { a = clamp (x); }
};

template <typename T> static T add (T x, T y) { return x + y; }

__attribute__ ((noipa)) int
loop (int n, int *to)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      to[i % 16] = square (i + to[i % 7]);
      if (i % 3)
	s = add (s, clamp (i));
      else
	s -= clamp (to[i % 5]);
    }
  for (int i = 0; i < 8; i++)
    s = add (s, square (to[i]));
  return s;
}

__attribute__ ((noipa)) int
catcher (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    try
      {
	if (add (i, n) % 5 == 0)
	  throw square (i);
	s += square (n);
      }
    catch (int x)
      {
	s ^= clamp (x);
      }
  return s;
}

int
main ()
{
  int to[16] = {};
  Point point = { 1 };
  int s = 0;
  for (int i = 0; i < 37; i++)
    {
      point.set (i * 7 - 50);
      s += point.get ();
      s += loop (i, to);
      s += catcher (i);
    }
  printf ("%d\n", add (s, to[3]));
  return 0;
}
