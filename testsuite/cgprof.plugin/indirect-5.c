/* Area:    plugin, indirect calls
   Purpose: -fno-plt: direct calls through the GOT stay direct arcs, of the
	    program's own functions and of libraries'.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fno-plt -fPIC" } */
/* { dg-link-options "-Wl,-z,now" } */
/* { dg-count "main -> leaf" 100 } */
/* { dg-count "main -> getppid" 20 } */
/* { dg-count "tail -> leaf" 50 } */
/* { dg-count "main -> tail" 50 } */
/* { dg-count "main -> t1" 40 } */
/* { dg-calls "leaf" 150 } */
/* { dg-count-spontaneous "leaf" 0 } */

#include <unistd.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
t1 (int x)
{
  return x + 2;
}

__attribute__ ((noipa)) int
tail (int x)
{
  return leaf (x);
}

int (*volatile pointer) (int) = t1;

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += leaf (i);
  for (int i = 0; i < 50; i++)
    sum += tail (i);
  for (int i = 0; i < 20; i++)
    sum += getppid ();
  for (int i = 0; i < 40; i++)
    sum += pointer (i);
  return sum == 0;
}
