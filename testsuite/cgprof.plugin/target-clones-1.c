/* Area:    plugin, target_clones
   Purpose: calls of the function, and calls by whichever version the
	    processor chooses, are counted.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-native "GCC 12 has no target_clones for other processors" } */
/* { dg-options "-fno-ipa-icf" } */
/* { dg-calls "leaf" 700 } */
/* { dg-count "other -> leaf" 0 } */
/* { dg-count "main -> cloned" 70 } */
/* { dg-count "other -> cloned" 30 } */
/* { dg-count-spontaneous "leaf" 0 } */

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

#ifdef __x86_64__
__attribute__ ((target_clones ("avx2", "sse4.2", "default")))
#endif
int
cloned (int x)
{
  for (int i = 0; i < 7; i++)
    x ^= leaf (i);
  return x;
}

__attribute__ ((noipa)) int
other (int x)
{
  return cloned (x) + 1;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 70; i++)
    sum += cloned (i);
  for (int i = 0; i < 30; i++)
    sum += other (i);
  return sum == 1;
}
