/* Area:    plugin, recursion
   Purpose: recursion 100,000 deep, mutual recursion of three, recursion
	    through a pointer, and Ackermann's function, as they are
	    optimised.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fno-optimize-sibling-calls -fno-ipa-sra -fno-partial-inlining -fno-inline" } */
/* { dg-count "main -> deep" 1 } */
/* { dg-count "deep -> deep" 100000 } */
/* { dg-count "a -> b" 1000 } */
/* { dg-count "b -> c" 1000 } */
/* { dg-count "c -> a" 999 } */
/* { dg-count "self -> self" 500 } */
/* { dg-count "main -> self" 1 } */
/* { dg-calls "ackermann" @ackermann } */
/* { dg-count-spontaneous "self" 0 } */

#include <stdio.h>

static long calls;

__attribute__ ((noipa)) int
deep (int n)
{
  return n ? deep (n - 1) + 1 : 0;
}

__attribute__ ((noipa)) int b (int n);
__attribute__ ((noipa)) int c (int n);

__attribute__ ((noipa)) int
a (int n)
{
  return b (n) + 1;
}

__attribute__ ((noipa)) int
b (int n)
{
  return c (n) + 1;
}

__attribute__ ((noipa)) int
c (int n)
{
  return n > 1 ? a (n - 1) + 1 : 0;
}

static int self (int n);
static int (*volatile pointer) (int) = self;

static __attribute__ ((noipa)) int
self (int n)
{
  return n ? pointer (n - 1) + 1 : 0;
}

__attribute__ ((noipa)) int
ackermann (int m, int n)
{
  calls++;
  if (!m)
    return n + 1;
  return ackermann (m - 1, n ? ackermann (m, n - 1) : 1);
}

int
main (void)
{
  int bad = deep (100000) != 100000 || a (1000) != 2999
	    || self (500) != 500 || ackermann (2, 9) != 21;
  printf ("ackermann %ld\n", calls);
  return bad;
}
