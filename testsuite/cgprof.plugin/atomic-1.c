/* Area:    plugin, counters=atomic
   Purpose: an atomic count leaves the arguments of the call behind it alone,
	    and is no call itself; the program's own atomics do what they did.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-plugin-args "counters=atomic" } */
/* { dg-count "copy -> memcpy" 50 } */
/* { dg-count "main -> copy" 50 } */
/* { dg-count "main -> leaf" 50 } */

#include <stdatomic.h>
#include <string.h>

static atomic_long sum;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x;
}

__attribute__ ((noipa)) void
copy (char *to, const char *from, int length)
{
  memcpy (to, from, length);
  atomic_fetch_add (&sum, length);
}

int
main (void)
{
  char to[100], from[100];
  for (int i = 1; i <= 50; i++)
    {
      memset (from, i, i);
      copy (to, from, i);
      if (leaf (to[i - 1]) != i)
	return 1;
    }
  return sum != 1275;
}
