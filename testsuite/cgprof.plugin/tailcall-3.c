/* Area:    plugin, tail calls
   Purpose: a million mutual tail calls need no stack: they stay jumps in a
	    program that has a small one.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-only "-O2" "-O3 -g" "-O2 -flto -ffat-lto-objects" } */
/* { dg-count "even -> odd" 500001 } */
/* { dg-count "odd -> even" 500000 } */
/* { dg-count "main -> even" 1 } */
/* { dg-count "pong -> ping" 1000000 } */
/* { dg-count "ping -> pong" 1000001 } */

#include <sys/resource.h>

__attribute__ ((noipa)) int odd (int n);

__attribute__ ((noipa)) int
even (int n)
{
  return odd (n - 1);
}

__attribute__ ((noipa)) int
odd (int n)
{
  return n > 0 ? even (n - 1) : n;
}

__attribute__ ((noipa)) int ping (int n);
static __attribute__ ((noipa)) int pong (int n);

static int (*volatile next[]) (int) = { ping, pong };

__attribute__ ((noipa)) int
ping (int n)
{
  return next[1] (n - 1);
}

static __attribute__ ((noipa)) int
pong (int n)
{
  return n > 0 ? next[0] (n) : n;
}

int
main (void)
{
  struct rlimit small = { 256 << 10, 256 << 10 };
  setrlimit (RLIMIT_STACK, &small);
  return even (1000001) | ping (1000001);
}
