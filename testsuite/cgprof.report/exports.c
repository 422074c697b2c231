/* A program for exports.exp: recursion of one and of two functions, a
   callback from code that is not counted, a tail call, a thread.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <stdlib.h>

volatile unsigned sink;

static inline void
spin (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i;
}

__attribute__ ((noipa)) unsigned
fib (unsigned n)
{
  spin (40);
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

__attribute__ ((noipa)) unsigned even (unsigned n);

__attribute__ ((noipa)) unsigned
odd (unsigned n)
{
  spin (200);
  return n == 0 ? 0 : 1 + even (n - 1);
}

__attribute__ ((noipa)) unsigned
even (unsigned n)
{
  spin (100);
  return n == 0 ? 1 : 1 + odd (n - 1);
}

__attribute__ ((noipa)) unsigned
leaf (unsigned n)
{
  spin (n);
  return n;
}

__attribute__ ((noipa)) unsigned
tail (unsigned n)
{
  return leaf (n + 1);
}

static int
compare (const void *a, const void *b)
{
  spin (20);
  return *(const int *) a - *(const int *) b;
}

static void *
thread (void *unused)
{
  for (int i = 0; i < 100; i++)
    sink += even (99);
  return unused;
}

int
main (void)
{
  static int numbers[20000];
  pthread_t other;
  for (unsigned i = 0; i < 20000; i++)
    numbers[i] = i * 7919 % 20011;
  if (pthread_create (&other, NULL, thread, NULL) != 0)
    return 1;
  qsort (numbers, 20000, sizeof *numbers, compare);
  sink += fib (31);
  for (unsigned i = 0; i < 100; i++)
    sink += tail (i * 1000) + even (100);
  return pthread_join (other, NULL) != 0;
}
