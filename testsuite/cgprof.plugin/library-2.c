/* Area:    plugin, library calls
   Purpose: by -fno-plt, calls that the compiler itself makes, and of functions
	    that it knows, are through the GOT, and counted all the same.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fno-plt" } */
/* { dg-count "divide -> __divti3" @divti3 } */
/* { dg-count "main -> malloc" 10 } */
/* { dg-count "main -> free" 10 } */
/* { dg-count "tail -> memmove" 10 } */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SIZEOF_INT128__
typedef __int128 wide;
# define WIDE 1
#else
typedef long long wide;
# define WIDE 0
#endif

__attribute__ ((noipa)) wide
divide (wide a, wide b)
{
  return a / b;
}

__attribute__ ((noipa)) void *
tail (void *x, size_t size)
{
  return memmove (x, (char *) x + 1, size);
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 10; i++)
    {
      void *volatile block = malloc (10000);
      tail (block, 9999);
      free (block);
    }
  for (int i = 0; i < 30; i++)
    sum += (int) divide (i, 3);
  printf ("divti3 %d\n", 30 * WIDE);
  return sum == 0;
}
