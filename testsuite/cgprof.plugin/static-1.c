/* Area:    plugin, local functions
   Purpose: a local function without an address needs no entry counter; its
	    calls are those of its callers, and it is found by its address.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "main -> local" 300 } */
/* { dg-count "local -> inner" 600 } */
/* { dg-calls "local" 300 } */
/* { dg-count-spontaneous "local" 0 } */
/* { dg-count-spontaneous "inner" 0 } */

static __attribute__ ((noipa)) int
inner (int x)
{
  return x * 7;
}

static __attribute__ ((noipa)) int
local (int x)
{
  int y = inner (x);
  return y + inner (x + 1) + 1;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 300; i++)
    sum += local (i);
  return sum == 1;
}
