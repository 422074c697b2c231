/* Area:    plugin, indirect calls
   Purpose: each target of one call site has its own exact count.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "apply -> t0" 400 } */
/* { dg-count "apply -> t1" 300 } */
/* { dg-count "apply -> t2" 200 } */
/* { dg-count "apply -> t3" 100 } */
/* { dg-count "main -> apply" 1000 } */
/* { dg-count-spontaneous "t0" 0 } */
/* { dg-count-spontaneous "t3" 0 } */
/* { dg-calls "t1" 300 } */

typedef int function (int);

static __attribute__ ((noipa)) int
t0 (int x)
{
  return x + 1;
}

static __attribute__ ((noipa)) int
t1 (int x)
{
  return x + 2;
}

__attribute__ ((noipa)) int
t2 (int x)
{
  return x + 3;
}

__attribute__ ((noipa)) int
t3 (int x)
{
  return x + 4;
}

function *table[] = { t0, t0, t0, t0, t1, t1, t1, t2, t2, t3 };

__attribute__ ((noipa)) int
apply (function *f, int x)
{
  return f (x) + 1; /* { dg-site "apply -> t2" "indirect-1.c:. indirect 200" } */
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += apply (table[i * 7 % 10], i);
  return sum == 0;
}
