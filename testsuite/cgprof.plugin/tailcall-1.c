/* Area:    plugin, tail calls
   Purpose: a counter must leave a sibling call a jump, and count it.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-only "-O2" "-O3 -g" "-O2 -flto -ffat-lto-objects" } */
/* { dg-final { cgprof-scan-asm "jmp\[ \t\]+leaf" } } */
/* { dg-final { cgprof-scan-asm-not "call\[ \t\]+leaf" } } */
/* { dg-count "main -> tail" 100 } */
/* { dg-count "tail -> leaf" 100 } */
/* { dg-calls "leaf" 100 } */

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
tail (int x)
{
  return leaf (x + 3);
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += tail (i);
  return sum == 1;
}
