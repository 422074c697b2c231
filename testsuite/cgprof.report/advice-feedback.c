/* What the compiler guesses wrong: a loop that mostly does what is said to be
   rare, and a short function that it does not inline.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>

#define TIMES 8000000

static unsigned sink;

static unsigned __attribute__ ((noinline, noclone))
look (unsigned x)
{
  __asm__ volatile ("");
  return x & 7;
}

static void __attribute__ ((noipa))
work (unsigned times)
{
  for (unsigned i = 0; i < times; i++)
    {
      if (__builtin_expect (look (i) != 0, 0))
	{
	  sink += i;
	  __asm__ volatile ("");
	}
      else
	sink ^= i;
      __asm__ volatile ("");
    }
}

int
main (void)
{
  work (TIMES);
  return sink == 0;
}
