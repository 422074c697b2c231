/* Area:    plugin, tail calls
   Purpose: four million mutual tail calls need no stack: they stay jumps in a
	    program that has a small one (under an emulator one of 64 MiB).
	    On PowerPC no indirect call is a tail call, as who is called may
	    have another table of contents.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-only "-O2" "-O3 -g" "-O2 -flto -ffat-lto-objects" } */
/* { dg-count "even -> odd" 2000001 } */
/* { dg-count "odd -> even" 2000000 } */
/* { dg-count "main -> even" 1 } */
/* { dg-count "pong -> ping" @pong } */
/* { dg-count "ping -> pong" @ping } */

#include <stdio.h>
#include <sys/resource.h>

#ifdef __powerpc64__
# define PINGS 1001
#else
# define PINGS 4000001
#endif

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
  printf ("ping %d\npong %d\n", PINGS, PINGS - 1);
  return even (4000001) | ping (PINGS);
}
