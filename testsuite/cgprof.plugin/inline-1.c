/* Area:    plugin, inlining
   Purpose: a call in an inlined body is a call by the function it was
	    inlined into, and its site keeps the line it was written on.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "main -> leaf" 80 } */
/* { dg-count "other -> leaf" 20 } */
/* { dg-calls "leaf" 100 } */

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static inline __attribute__ ((always_inline)) int
twice (int x)
{
  x = leaf (x); /* { dg-site "main -> leaf" "inline-1.c:. direct 40" } */
  return leaf (x) * 2; /* { dg-site "other -> leaf" "inline-1.c:. direct 10" } */
}

__attribute__ ((noipa)) int
other (int x)
{
  return twice (x) + 1;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 40; i++)
    sum += twice (i);
  for (int i = 0; i < 10; i++)
    sum += other (i);
  return sum == 0;
}
