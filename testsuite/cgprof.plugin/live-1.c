/* Area:    plugin, counting at call instructions
   Purpose: values stay in registers over a call of a function that is known to
	    change few (-fipa-ra), but not in those that counting takes.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "sum -> leaf" 3000 } */
/* { dg-count "main -> sum" 1000 } */

static volatile unsigned long values[24];

static __attribute__ ((noinline)) unsigned long
leaf (unsigned long x)
{
  return x + values[0];
}

#define EACH(DO) \
  DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) \
  DO (10) DO (11) DO (12) DO (13) DO (14) DO (15) DO (16) DO (17) DO (18) \
  DO (19) DO (20) DO (21) DO (22) DO (23)
#define LOAD(N) unsigned long v##N = values[N];
#define ADD(N) result = result * 3 + v##N;

static __attribute__ ((noinline)) unsigned long
sum (unsigned long start)
{
  EACH (LOAD)
  unsigned long result = leaf (start);
  EACH (ADD)
  result = leaf (result);
  EACH (ADD)
  result = leaf (result);
  EACH (ADD)
  return result;
}

int
main (void)
{
  for (int i = 0; i < 24; i++)
    values[i] = i * 1000001ul;
  for (unsigned long i = 0; i < 1000; i++)
    {
      unsigned long result = i;
      for (int pass = 0; pass < 3; pass++)
	for (int j = 0; j < 24; j++)
	  result = result * 3 + values[j];
      if (sum (i) != result)
	return 1;
    }
  return 0;
}
