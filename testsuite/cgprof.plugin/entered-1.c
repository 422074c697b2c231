/* Area:    plugin, entries
   Purpose: a static function whose caller is not instrumented, and was
	    compiled before it, has its entries counted.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count-spontaneous "b" 10 } */
/* { dg-count "main -> b" 2 } */

static int b (int x);

__attribute__ ((no_instrument_function, noipa)) int
a (int x)
{
  return b (x) + 1;
}

__attribute__ ((noinline)) static int
b (int x)
{
  __asm__ volatile ("");
  return x > 3 ? a (x - 1) : x;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += a (i);
  for (int i = 0; i < 2; i++)
    sum += b (i);
  return sum + a (9) != 17;
}
