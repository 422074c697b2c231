/* Area:    plugin, direct calls
   Purpose: each executed call is counted, per caller and per call site.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "main -> even" 1000 } */
/* { dg-count "main -> odd" 500 } */
/* { dg-count "even -> leaf" 2000 } */
/* { dg-count "odd -> leaf" 500 } */
/* { dg-count "main -> never" 0 } */
/* { dg-calls "leaf" 2500 } */
/* { dg-calls "never" 0 } */
/* { dg-count-spontaneous "main" 1 } */
/* { dg-count-spontaneous "leaf" 0 } */

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
even (int x)
{
  x = leaf (x); /* { dg-site "even -> leaf" "direct-1.c:. direct 1000" } */
  x ^= 5;
  return leaf (x) + 1; /* { dg-site "even -> leaf" "direct-1.c:. direct 1000" } */
}

__attribute__ ((noipa)) int
odd (int x)
{
  return leaf (x) * 3;
}

__attribute__ ((noipa)) int
never (int x)
{
  return leaf (x);
}

int
main (int argc, char **argv)
{
  int sum = 0;
  (void) argv;
  for (int i = 0; i < 1000; i++)
    {
      sum += even (i);
      if (i % 2)
	sum ^= odd (i);
      if (argc > 100)
	sum += never (i);
    }
  return sum == 0x7fffffff;
}
