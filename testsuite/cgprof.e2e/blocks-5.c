/* Area:    plugin, count=blocks in libraries
   Purpose: registers that must not have the counters' address, or not for long:
	    what callers of other names and of the vectorizer's clones know of, what
	    keeps the flags, what a statement that jumps changes, where a loop's is
	    loaded and something is counted, too.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

#define NOINLINE __attribute__ ((noinline))

/* A name of its own that calls in the unit go by.  */

NOINLINE int
named (int *values, int count)
{
  int i = 0;
  while (i < count)
    {
      if (values[i] > 3)
	{
	  count--;
	  __asm__ volatile ("");
	}
      else
	{
	  i++;
	  __asm__ volatile ("");
	}
      i++;
    }
  return i;
}

static int renamed (int *, int) __attribute__ ((alias ("named")));

NOINLINE int
calls_renamed (int *values, int count, int *a, int *b, int c, int d)
{
  return renamed (values, count) + a[0] + b[0] + c + d;
}

/* Called by a clone.  */

#pragma omp declare simd notinbranch
static NOINLINE int
cloned (int x, int y)
{
  if (x == 3)
    y += 5;
  for (int i = 0; i < y; i++)
    x = x * 3 + i;
  return x;
}

NOINLINE void
calls_cloned (int *restrict a, int *restrict b, int n, int k, int *restrict c,
	      int *restrict d, int *restrict e, int *restrict h, int *restrict m,
	      int *restrict o)
{
  for (int i = 0; i < n; i++)
    {
      a[i] = cloned (b[i], k) + c[i];
      d[i] = e[i] ^ c[i];
      h[i] = d[i] + m[i];
      o[i] = m[i] ^ h[i];
    }
}

/* The flags are kept where few registers are changed.  */

static NOINLINE int
compares (const volatile double *s, volatile int *t, const int *u)
{
  if (s[0] > s[5])
    t[9] = 4;
  int rest = u[0] % u[1];
  if (s[2] > s[3])
    t[7] = 2;
  if (s[0] == s[1])
    t[5] = 1;
  if (s[2] > s[4])
    t[8] = 2;
  return rest;
}

NOINLINE int
calls_compares (double *s, int *t, int x)
{
  return compares (s, t, t) + compares (s + 1, t, t) + x;
}

/* A loop behind a statement that jumps there.  */

NOINLINE void
jumps (unsigned char *s, unsigned char *end, unsigned char *to)
{
  __asm__ goto ("mov $1, %%edi; mov $1, %%esi; mov $1, %%r8; mov $1, %%r9;"
		"mov $1, %%r10; mov $1, %%r11; mov $1, %%ecx; mov $1, %%edx;"
		"jmp %l[in]"
		: : : "rax", "rcx", "rdx", "rdi", "rsi", "r8", "r9", "r10", "r11",
		"memory", "cc" : in);
  return;
 in:
  do
    {
      if (*s > 3)
	to[*s] = 2;
      else
	s[4] = *to + 2;
      s++;
    }
  while (s != end);
}

/* A block that is counted where it falls into a loop.  */

#define SELDOM(x) __builtin_expect_with_probability (x, 1, 0.002)

static unsigned char told[16];

static NOINLINE void
falls (unsigned char *s, unsigned char *o, unsigned long a, unsigned char *x,
       unsigned char *y, unsigned long b)
{
  if (SELDOM (s[0] == 9))
    {
      if (__builtin_expect_with_probability (a < b, 1, 0.9))
	goto out;
      volatile unsigned char *q = a == b ? x : y;
    loop:;
      unsigned char c = q[0];
      q[2] = c;
      if (c == q[1])
	goto out;
      if (q[3])
	{
	  q[3]--;
	  goto loop;
	}
      q[9] = 4;
      if (q[5])
	{
	  q[5]--;
	  goto loop;
	}
      q[1]++;
      goto loop;
    }
  for (int i = 1; i < 7; i++)
    if (s[i] == 4)
      o[i] = 3;
  *(volatile unsigned char *) (told + 4) = o[1];
 out:
  told[2] = 3;
}

/* What a statement aligns.  */

NOINLINE void
aligned (unsigned char *s, unsigned char *end, unsigned char *to)
{
  fflush (stdout);
  __asm__ volatile (".p2align 6");
  do
    {
      to[*s & 7] += 2;
      s++;
    }
  while (s != end);
}

/* With -fzero-call-used-regs the return sets all registers to zero, the call in
   place of the other does not.  */

NOINLINE int
returns_or_calls (int *values, int count, int *a)
{
  if (!count)
    return 7;
  a[0] = 3;
  return named (values, count);
}

int
main (void)
{
  int values[] = { 5, 2, 7, 1, 4, 3, 9, 0 }, a = 3, b = 4, t[16] = { 7, 3 };
  double s[8] = { 4, 4, 3, 2, 1, 0, 9, 9 };
  unsigned char bytes[64] = { 9, 5, 0, 3, 1, 2 }, other[300] = { 1 };
  int n[10][40] = { { 0 } };
  int sum = 0;
  for (int i = 0; i < 100; i++)
    {
      sum += calls_renamed (values, 8, &a, &b, i, 1);
      sum += calls_compares (s, t, i);
      jumps (bytes + 8, bytes + 40, other);
      falls (bytes, other, 1, bytes, bytes + 16, 1);
      falls (other, bytes, 1, other, bytes, 2);
      aligned (bytes, bytes + 64, other);
      for (int j = 0; j < 40; j++)
	n[1][j] = i + j;
      calls_cloned (n[0], n[1], 40, 3, n[2], n[3], n[4], n[5], n[6], n[7]);
      sum += returns_or_calls (values, i % 3, &a);
      sum += n[0][7] + bytes[12] + other[5] + told[2] + told[4] + t[5];
    }
  printf ("%d\n", sum);
  return 0;
}
