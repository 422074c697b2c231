/* Area:    plugin and runtime, indirect calls
   Purpose: a site with hundreds of targets stays exact; tail calls too.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-count "apply -> t000" 1000 } */
/* { dg-count "apply -> t001" 999 } */
/* { dg-count "apply -> t017" 983 } */
/* { dg-count "apply -> t099" 901 } */
/* { dg-count "apply -> t255" 745 } */
/* { dg-count "main -> apply" 223360 } */
/* { dg-count-spontaneous "t099" 0 } */

typedef int function (int);

#define F(n) __attribute__ ((noipa)) int t##n (int x) { return x + 1##n; }
#define F4(n, a, b, c, d) F (n##a) F (n##b) F (n##c) F (n##d)
#define F10(n) F4 (n, 0, 1, 2, 3) F4 (n, 4, 5, 6, 7) F (n##8) F (n##9)
#define F50(n, a, b, c, d, e) \
  F10 (n##a) F10 (n##b) F10 (n##c) F10 (n##d) F10 (n##e)
F50 (0, 0, 1, 2, 3, 4) F50 (0, 5, 6, 7, 8, 9)
F50 (1, 0, 1, 2, 3, 4) F50 (1, 5, 6, 7, 8, 9)
F50 (2, 0, 1, 2, 3, 4) F4 (25, 0, 1, 2, 3) F (254) F (255)

#undef F
#define F(n) t##n,
function *table[]
  = { F50 (0, 0, 1, 2, 3, 4) F50 (0, 5, 6, 7, 8, 9)
      F50 (1, 0, 1, 2, 3, 4) F50 (1, 5, 6, 7, 8, 9)
      F50 (2, 0, 1, 2, 3, 4) F4 (25, 0, 1, 2, 3) F (254) F (255) };

__attribute__ ((noipa)) int
apply (function *f, int x)
{
  return f (x);
}

int
main (void)
{
  int sum = 0;
  if (sizeof table / sizeof *table != 256)
    return 2;
  /* Target N is called 1000 - N times, all of them interleaved.  */
  for (int round = 0; round < 1000; round++)
    for (int i = 0; i < 256; i++)
      if (round < 1000 - i)
	sum += apply (table[i], round);
  return sum == 0;
}
