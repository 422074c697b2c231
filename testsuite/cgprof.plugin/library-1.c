/* Area:    plugin, library calls
   Purpose: calls that the compiler itself makes are counted where they are
	    left in the code: arithmetic of libgcc, and
	    functions of the C library that it knows, each once.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "divide -> __divti3" 30 } */
/* { dg-count "remainder -> __umodti3" 20 } */
/* { dg-count "copy -> memcpy" 10 } */
/* { dg-count "compare -> strcmp" 40 } */
/* { dg-count "tail -> memset" 15 } */
/* { dg-count "main -> divide" 30 } */

#include <string.h>

#define NOIPA __attribute__ ((noipa))

NOIPA __int128
divide (__int128 a, __int128 b)
{
  return a / b;
}

NOIPA unsigned __int128
remainder (unsigned __int128 a, unsigned __int128 b)
{
  return a % b + 1;
}

struct large
{
  int words[10000];
} a, b;

NOIPA void
copy (char *to, const char *from, size_t size)
{
  memcpy (to, from, size);
  to[0]++;
}

NOIPA int
compare (const char *x, const char *y)
{
  return strcmp (x, y) + 1;
}

NOIPA void *
tail (void *x, size_t size)
{
  return memset (x, 1, size);
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 30; i++)
    sum += (int) divide (i, 3);
  for (int i = 0; i < 20; i++)
    sum += (int) remainder (i, 3);
  for (int i = 0; i < 10; i++)
    copy ((char *) &a, (char *) &b, sizeof a);
  for (int i = 0; i < 40; i++)
    sum += compare ("one", "two");
  for (int i = 0; i < 15; i++)
    tail (&a, sizeof a);
  return sum == 0;
}
