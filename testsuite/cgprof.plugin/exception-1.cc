/* Area:    plugin, exceptions
   Purpose: exceptions that pass instrumented frames, plain frames and
	    cleanups: what was called before and after is counted once.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-plain-sources "exception-1b.cc" } */
/* { dg-count "main -> attempt(int)" 90 } */
/* { dg-count "attempt(int) -> middle(int)" 90 } */
/* { dg-count "middle(int) -> through_plain(int (*)(int), int)" 90 } */
/* { dg-count-spontaneous "thrower(int)" 90 } */
/* { dg-count "thrower(int) -> leaf(int)" 90 } */
/* { dg-count "middle(int) -> after(int)" 30 } */
/* { dg-count "middle(int) -> cleanup(int)" 90 } */
/* { dg-count "attempt(int) -> caught(int)" 30 } */
/* { dg-count "attempt(int) -> caught_other(int)" 30 } */
/* { dg-count "rethrower(int) -> leaf(int)" 20 } */
/* { dg-count "main -> leaf(int)" 20 } */
/* { dg-count "never(int) -> leaf(int)" 0 } */
/* { dg-calls "leaf(int)" 130 } */

extern int through_plain (int (*) (int), int);

#define NOIPA __attribute__ ((noipa))

NOIPA int leaf (int x) { return x + 1; }
NOIPA int never (int x) { return leaf (x); }
NOIPA int after (int x) { return x + 2; }
NOIPA void cleanup (int) {}
NOIPA int caught (int x) { return x + 3; }
NOIPA int caught_other (int x) { return x + 4; }

struct other
{
  int x;
};

struct guard
{
  int x;
  __attribute__ ((always_inline)) ~guard () { cleanup (x); }
};

static NOIPA int
thrower (int x)
{
  int y = leaf (x);
  if (x % 3 == 1)
    throw x;
  if (x % 3 == 2)
    throw other { y };
  return y;
}

NOIPA int
middle (int x)
{
  guard g = { x };
  int y = through_plain (thrower, x);
  return after (y) + 1;
}

NOIPA int
attempt (int x)
{
  try
    {
      return middle (x) + 1;
    }
  catch (int y)
    {
      return caught (y);
    }
  catch (const other &o)
    {
      return caught_other (o.x);
    }
}

NOIPA int
rethrower (int x)
{
  try
    {
      throw x;
    }
  catch (int)
    {
      leaf (x);
      throw;
    }
  return never (x);
}

int
main ()
{
  int sum = 0;
  for (int i = 0; i < 90; i++)
    sum += attempt (i);
  for (int i = 0; i < 20; i++)
    try
      {
	sum += rethrower (i);
      }
    catch (int x)
      {
	sum += leaf (x);
      }
  return sum == 0;
}
