/* Area:    plugin, counting in code for libraries
   Purpose: what counts there changes registers that have no value at calls
	    and entries, and only those: not the number of a function's
	    variable arguments, not what is kept over a call of a function
	    that leaves registers alone, not a nested function's frame.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-native "names registers of x86-64" } */
/* { dg-only "-O2" "-O3 -g" "-O2 -flto -ffat-lto-objects" } */
/* { dg-options "-fPIC -fno-inline -fno-ipa-cp" } */
/* { dg-link-options "-pthread -Wl,-z,execstack" } */
/* { dg-calls "keep" 1 } */
/* { dg-calls "sum" 2 } */
/* { dg-count "sum -> add" 8 } */
/* { dg-count "spread -> leaf" 4000 } */
/* { dg-count "walk -> step" 3 } */
/* { dg-count "walk -> apply" 1 } */
/* { dg-calls "step" 103 } */

#include <pthread.h>
#include <stdarg.h>
#include <string.h>

volatile double added;

__attribute__ ((noipa)) void
add (double x)
{
  added += x;
}

__attribute__ ((noipa)) double
sum (int count, ...)
{
  va_list list;
  double all = 0;
  va_start (list, count);
  for (int i = 0; i < count; i++)
    {
      double x = va_arg (list, double);
      all += x;
      add (x);
    }
  va_end (list);
  return all;
}

/* Return what is in rax, where the number of vector registers with variable
   arguments is.  */

__attribute__ ((noipa)) unsigned long
keep (void)
{
  register unsigned long rax __asm__ ("rax");
  __asm__ volatile ("" : "=r" (rax));
  return rax;
}

#define VALUE 0x1234567890abcdeful

/* The thread's first function that counts is keep.  */

__attribute__ ((no_instrument_function)) static void *
run (void *result)
{
  unsigned long value = VALUE;
  __asm__ volatile ("call\tkeep@PLT"
		    : "+a" (value) : : "rcx", "rdx", "rsi", "rdi", "r8", "r9",
		    "r10", "r11", "cc", "memory");
  *(double *) result = value == VALUE ? sum (4, 1.0, 2.0, 4.0, 8.0) : 0;
  return result;
}

static __attribute__ ((noinline)) unsigned
leaf (unsigned x)
{
  return x ^ 5;
}

#define VALUES 11

/* Change VALUES that are live over the call of leaf, more of them than there
   are registers that functions save.  Not in a loop, where calls are counted
   in another way.  */

__attribute__ ((noipa)) void
spread (unsigned *v, unsigned n)
{
  unsigned a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5],
    g = v[6], h = v[7], i = v[8], j = v[9], k = v[10];
#define ROUND(N)							\
  a += leaf (N); b ^= a; c += b; d ^= c; e += d; f ^= e; g += f; h ^= g; \
  i += h; j ^= i; k += j;
  ROUND (n) ROUND (n + 1) ROUND (n + 2) ROUND (n + 3)
  v[0] = a, v[1] = b, v[2] = c, v[3] = d, v[4] = e, v[5] = f;
  v[6] = g, v[7] = h, v[8] = i, v[9] = j, v[10] = k;
}

/* The same without a call.  */

__attribute__ ((noipa, no_instrument_function)) void
expect (unsigned *v, unsigned n)
{
  for (int round = 0; round < 4; round++)
    {
      v[0] += (n + round) ^ 5;
      for (int m = 1; m < VALUES; m++)
	if (m & 1)
	  v[m] ^= v[m - 1];
	else
	  v[m] += v[m - 1];
    }
}

__attribute__ ((noipa)) void
apply (void (*function) (int), int times)
{
  for (int i = 0; i < times; i++)
    function (i);
}

__attribute__ ((noipa)) long
walk (int times)
{
  long all = 0;
  __attribute__ ((noipa)) void
  step (int x)
  {
    all += x;
  }
  step (times);
  step (-1);
  step (2);
  apply (step, 100);
  return all;
}

int
main (void)
{
  unsigned got[VALUES] = { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144 };
  unsigned wanted[VALUES];
  memcpy (wanted, got, sizeof got);
  pthread_t thread;
  double result = 0;
  if (pthread_create (&thread, 0, run, &result) || pthread_join (thread, 0)
      || result != 15)
    return 1;
  if (sum (4, 1.0, 2.0, 4.0, 8.0) != 15)
    return 2;
  for (unsigned n = 0; n < 1000; n++)
    {
      spread (got, n);
      expect (wanted, n);
    }
  if (memcmp (got, wanted, sizeof got) != 0)
    return 3;
  return walk (200) != 201 + 99 * 50 ? 4 : 0;
}
