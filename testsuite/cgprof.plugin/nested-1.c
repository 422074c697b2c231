/* Area:    plugin, nested functions
   Purpose: calls of nested functions: direct, through a trampoline (on the
	    stack, in no module), and a goto out of one.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-link-options "-Wl,-z,execstack" } */
/* { dg-options "-fno-inline" } */
/* { dg-count "direct -> add" 100 } */
/* { dg-count "main -> direct" 1 } */
/* { dg-calls "through" 50 } */
/* { dg-count "apply -> through" 50 } */
/* { dg-count "apply -> twice" 2000 } */
/* { dg-count "apply -> leave" 5 } */
/* { dg-count "through -> leaf" 50 } */
/* { dg-calls "leave" 5 } */
/* { dg-count "outer -> after" 5 } */
/* { dg-count "outer -> never" 0 } */

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
after (int x)
{
  return x;
}

__attribute__ ((noipa)) int
never (int x)
{
  return x;
}

__attribute__ ((noipa)) int
apply (int (*f) (int), int times)
{
  int sum = 0;
  for (int i = 0; i < times; i++)
    sum += f (i);
  return sum;
}

__attribute__ ((noipa)) int
direct (int times)
{
  int sum = 0;
  __attribute__ ((noipa)) void add (int x) { sum += x; }
  for (int i = 0; i < times; i++)
    add (i);
  return sum;
}

__attribute__ ((noipa)) int
by_pointer (int times)
{
  int sum = 0;
  __attribute__ ((noipa)) int through (int x) { return sum += leaf (x); }
  apply (through, times);
  return sum;
}

/* Where another one's was.  */

__attribute__ ((noipa)) int
again (int times)
{
  int sum = 0;
  __attribute__ ((noipa)) int twice (int x) { return sum += 2 * (x > 0); }
  apply (twice, times);
  return sum;
}

__attribute__ ((noipa)) int
outer (int x)
{
  __label__ out;
  __attribute__ ((noipa)) int leave (int y)
  {
    if (y >= 0)
      goto out;
    return x;
  }
  apply (leave, 3);
  return never (x);
out:
  return after (x) + 1;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += outer (i);
  return direct (100) != 4950 || by_pointer (50) != 1275
	 || again (2000) != 3998 || sum != 15;
}
