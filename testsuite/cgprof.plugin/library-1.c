/* Area:    plugin, library calls
   Purpose: calls that the compiler itself makes are counted where they are
	    left in the code: arithmetic of libgcc, and
	    functions of the C library that it knows, each once.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "divide -> __divti3" @divti3 } */
/* { dg-count "remainder -> __umodti3" @umodti3 } */
/* { dg-count "copy -> memcpy" 10 } */
/* { dg-count "compare -> strcmp" @strcmp } */
/* { dg-count "tail -> memset" @memset } */
/* { dg-count "main -> divide" 30 } */

#include <stdio.h>
#include <string.h>

#define NOIPA __attribute__ ((noipa))

/* What a processor of 32 bits calls has other names.  */
#ifdef __SIZEOF_INT128__
typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;
# define WIDE 1
#else
typedef long long wide;
typedef unsigned long long unsigned_wide;
# define WIDE 0
#endif

/* s390x has instructions for short strings and for memory, PowerPC compares the
   beginnings of strings by vectors, unless they are at the end of a page; GCC
   makes both but at -O0.  */
#if defined __s390x__ && defined __OPTIMIZE__
# define STRCMP_CALLED 0
# define STRCMP_CALLED_AT_END 0
# define MEMSET_CALLED 0
#elif defined __powerpc64__ && defined __OPTIMIZE__
# define STRCMP_CALLED 0
# define STRCMP_CALLED_AT_END 1
# define MEMSET_CALLED 1
#else
# define STRCMP_CALLED 1
# define STRCMP_CALLED_AT_END 1
# define MEMSET_CALLED 1
#endif

NOIPA wide
divide (wide a, wide b)
{
  return a / b;
}

NOIPA unsigned_wide
remainder (unsigned_wide a, unsigned_wide b)
{
  return a % b + 1;
}

char page[4096] __attribute__ ((aligned (4096)));

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
  char *start = page, *end = page + sizeof page - 8;
  start[0] = end[0] = '1';
  for (int i = 0; i < 40; i++)
    sum += compare (start, start + 1);
  for (int i = 0; i < 5; i++)
    sum += compare (start, end);
  for (int i = 0; i < 15; i++)
    tail (&a, sizeof a);
  printf ("divti3 %d\numodti3 %d\nstrcmp %d\nmemset %d\n", 30 * WIDE,
	  20 * WIDE, 40 * STRCMP_CALLED + 5 * STRCMP_CALLED_AT_END,
	  15 * MEMSET_CALLED);
  return sum == 0;
}
