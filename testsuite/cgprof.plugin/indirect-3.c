/* Area:    plugin, indirect calls
   Purpose: call sites with one target, with two in turn, and with 16.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "one -> t0" 1000 } */
/* { dg-count "two -> t1" 501 } */
/* { dg-count "two -> t2" 500 } */
/* { dg-count "sixteen -> t0" 63 } */
/* { dg-count "sixteen -> t7" 63 } */
/* { dg-count "sixteen -> t8" 62 } */
/* { dg-count "sixteen -> t15" 62 } */
/* { dg-calls "t0" 1063 } */
/* { dg-count-spontaneous "t0" 0 } */
/* { dg-count-spontaneous "t15" 0 } */

typedef int function (int);

#define F(n) static __attribute__ ((noipa)) int t##n (int x) { return x + n; }
F (0) F (1) F (2) F (3) F (4) F (5) F (6) F (7)
F (8) F (9) F (10) F (11) F (12) F (13) F (14) F (15)

function *volatile table[] = { t0, t1, t2, t3, t4, t5, t6, t7,
		      t8, t9, t10, t11, t12, t13, t14, t15 };

__attribute__ ((noipa)) int
one (int x)
{
  return table[0] (x) + 1; /* { dg-site "one -> t0" "indirect-3.c:. indirect 1000" } */
}

__attribute__ ((noipa)) int
two (int x)
{
  return table[1 + x % 2] (x) + 1;
}

__attribute__ ((noipa)) int
sixteen (int x)
{
  return table[x % 16] (x) + 1;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += one (i) + two (i) + sixteen (i % 1000);
  sum += two (1000);
  return sum == 0;
}
