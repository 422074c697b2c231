/* Area:    plugin, entry counters
   Purpose: calls from a file that was compiled without the plugin are
	    <spontaneous>, with their exact number; others are not.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-plain-sources "spontaneous-1b.c" } */
/* { dg-count-spontaneous "called_back" 7 } */
/* { dg-count-spontaneous "called_by_name" 5 } */
/* { dg-count-spontaneous "main" 1 } */
/* { dg-count "main -> called_by_name" 3 } */
/* { dg-count "main -> plain" 1 } */
/* { dg-calls "called_by_name" 8 } */
/* { dg-calls "called_back" 7 } */

extern int plain (int (*) (int));

static __attribute__ ((noipa)) int
called_back (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
called_by_name (int x)
{
  return x + 2;
}

int
main (void)
{
  int sum = plain (called_back);
  for (int i = 0; i < 3; i++)
    sum += called_by_name (i);
  return sum == 0;
}
