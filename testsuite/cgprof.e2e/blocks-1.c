/* Code of all kinds, to be counted to the instruction.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int operation (int);

struct record
{
  char text[400];
  int numbers[60];
};

static jmp_buf back;
static int depth;

__attribute__ ((noinline)) static int
square (int x)
{
  return x * x;
}

__attribute__ ((noinline)) static int
cube (int x)
{
  return x * x * x;
}

__attribute__ ((noinline)) static int
fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

/* A jump table, an indirect call and a tail call.  */

__attribute__ ((noinline)) static int
choose (int i, operation *f)
{
  switch (i % 9)
    {
    case 0:
      return f (i);
    case 1:
      return square (i) + 1;
    case 2:
      return i ^ 5;
    case 3:
      return i / 3;
    case 5:
      return cube (i);
    case 6:
      return -i;
    default:
      return 1;
    }
}

/* Loops within loops, one that is aligned by hand.  */

__attribute__ ((noinline)) static long
loops (int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      for (int j = i; j > 0; j -= 3)
	sum += i ^ j;
      if (sum % 7 == 3)
	continue;
#ifdef ALIGNED
      __asm__ (".p2align " ALIGNED);
#endif
      do
	sum -= i;
      while (sum > 1000 * i && i > 0);
    }
  return sum;
}

/* Instructions that repeat themselves, while the flags have a value.  */

__attribute__ ((noinline)) static int
repeat (int n, const struct record *from)
{
  struct record record, copy;
  memset (&record, n > 3, sizeof record);
  copy = n > 5 ? *from : record;
  for (int i = 0; i < 60; i++)
    copy.numbers[i] += record.text[i];
  return copy.numbers[n % 60] + copy.text[n];
}

/* Flags that hold from block to block, wide and floating numbers.  */

__attribute__ ((noinline)) static double
wide (unsigned long long x, double y)
{
  unsigned __int128 product = (unsigned __int128) x * x;
  product /= x | 1;
  if (y != y)
    return 0;
  return y < (double) (unsigned long) product ? y : (double) x;
}

__attribute__ ((noinline)) static void
leap (int i)
{
  depth++;
  if (i % 3 == 0)
    longjmp (back, 1 + i % 2);
  if (i > 0)
    leap (i - 1);
  depth--;
}

__attribute__ ((noinline)) static int
catch (int n)
{
  volatile int caught = 0;
  for (volatile int i = 0; i < n; i++)
    switch (setjmp (back))
      {
      case 0:
	leap (i);
	break;
      case 1:
	caught += 2;
	break;
      default:
	caught++;
      }
  return caught;
}

__attribute__ ((noinline, cold)) static void
leave (int status)
{
  printf ("leaves with %d\n", status);
  exit (status);
}

__attribute__ ((noinline)) static void
descend (int n)
{
  if (n == 0)
    leave (3);
  descend (n - 1);
  depth++;
}

int
main (int argc, char **argv)
{
  static const struct record record;
  long sum = 0;
  const char *what = argc > 1 ? argv[1] : "";
  for (int i = 0; i < 500; i++)
    sum += choose (i, i % 2 ? square : cube);
  for (int i = 0; i < 20; i++)
    sum += repeat (i, &record) + (long) wide (i * 77777777777, i / 3.0);
  sum += fib (15) + loops (60) + catch (20);
  printf ("%ld %d\n", sum, depth);
  if (!strcmp (what, "killed"))
    abort ();
  descend (5);
  return 0;
}
