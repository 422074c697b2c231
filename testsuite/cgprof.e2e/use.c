/* What GCC is to compile by: branches, a switch, a loop, an indirect call, and
   functions that run much or never.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

typedef int operation (int);
volatile int total;

int
never (int x)
{
  total += x;
  return total * 3;
}

int
mostly (int x)
{
  return x * 7 + 1;
}

int
seldom (int x)
{
  return x - 2;
}

/* Inlined before GCC guesses.  */

static inline int
odd (int x)
{
  if (x & 1)
    total = 5;
  else
    total--;
  return x;
}

__attribute__ ((noinline, noclone)) int
branches (int n, operation *f)
{
#ifdef EDITED
  if (n < 0)
    {
      total = 77;
      printf ("%d is too small\n", n);
      printf ("expected a number from 0 on\n");
      exit (3);
    }
#endif
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (i % 10 == 3)
	total = 2;
      else
	total ^= i;
      switch (i % 8)
	{
	case 0:
	  total = 11;
	  break;
	case 1:
	case 2:
	  total ^= 13;
	  break;
	default:
	  total--;
	}
      sum += f (i);
    }
  return sum;
}

__attribute__ ((noinline)) int
with_inlined (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += odd (i % 4 == 1);
  return sum;
}

/* Lines of several blocks.  */

__attribute__ ((noipa)) void
lines (int n)
{
  for (int i = 0; i < n; i++)
    {
      if (i % 5 == 4) total = i;
      if (i % 4 == 0 && total + i % 6 != n) total ^= i;
    }
}

/* Both ways on from the second test are shared.  */

__attribute__ ((noipa)) void
match (const int *node, int key)
{
  if (node[0] == 1
      && node[1] == key)
    ;
  else
    total += node[2];
}

/* The outer loop is entered for certain, and where it leads others do, too.  */

__attribute__ ((noipa)) void
rounds (const int *limits, int n)
{
  int left = n > 1 ? 6 : 2;
  if (n >= 0)
    while (left > 0)
      {
	int end = 0;
	total ^= left;
	while (limits[end] < left)
	  end++;
	total += end;
	left--;
      }
  total ^= n;
}

/* Calls that the source has not: memset.  */

__attribute__ ((noipa)) void
clear (int *a, long *b, int n, operation *f)
{
  total += f (n);
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i < n; i++)
    b[i] = 0;
}

/* Too large for GCC to inline at -O2 unless it knows that it runs often.  */

static int
medium (int x)
{
  x ^= x << 3;
  total += x;
  x ^= x >> 5;
  total ^= x;
  x += total;
  total -= x * 11;
  return x ^ total;
}

__attribute__ ((noinline)) int
calls_medium (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += medium (i) + medium (sum);
  return sum;
}

__attribute__ ((noipa)) int
plus (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
minus (int x)
{
  return x - 1;
}

__attribute__ ((noipa)) int
square (int x)
{
  return x * x;
}

/* Known to call what it is given, wherever it is inlined.  */

static inline int
apply (operation *f, int x)
{
  total++;
  return f (x);
}

int
main (int argc, char **argv)
{
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += branches (100, i == 9 ? seldom : mostly);
  sum += with_inlined (1000);
  lines (600);
  for (int i = 0; i < 600; i++)
    match ((const int[]) { i % 6 > 0, i % 6 > 1, 7 }, 1);
  for (int i = 0; i < 100; i++)
    rounds ((const int[]) { 0, 1, 2, 3, 4, 5, 6 }, i % 4);
  int cleared[6];
  long more[6];
  clear (cleared, more, 6, mostly);
  sum += calls_medium (100);
  sum += apply (plus, 1);
  sum += apply (minus, 2);
  sum += apply (square, 3);
  if (argc > 1)
    sum += never (atoi (argv[1]));
  printf ("%d\n", sum);
  return 0;
}
