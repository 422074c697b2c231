/* Area:    plugin, call sites
   Purpose: equal calls at different places, which GCC makes one call where
	    it can, and copies of one call, are counted each at its place.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fno-tree-tail-merge --param min-crossjump-insns=1" } */
/* { dg-site "choose -> leaf" "alike-1.c:32 direct 30" } */
/* { dg-site "choose -> leaf" "alike-1.c:37 direct 70" } */
/* { dg-count "choose -> leaf" 100 } */
/* { dg-count "choose -> other" 100 } */
/* { dg-count "copies -> leaf" 350 } */
/* { dg-calls "leaf" 450 } */

__attribute__ ((noipa)) int
leaf (int x)
{
  __asm__ volatile ("" : : : "memory");
  return x + 1;
}

__attribute__ ((noipa)) void
other (int x)
{
  __asm__ volatile ("" : : "r" (x) : "memory");
}

__attribute__ ((noipa)) int
choose (int x)
{
  if (x % 10 < 3)
    {
      other (3);
      leaf (x);			/* Here.  */
    }
  else
    {
      other (4);
      leaf (x);			/* And here.  */
    }
  return 0;
}

__attribute__ ((noipa)) int
copies (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (i % 2)
	sum += leaf (i);
      else
	sum -= leaf (i);
    }
  return sum;
}

int
main (void)
{
  for (int i = 0; i < 100; i++)
    choose (i);
  for (int i = 0; i < 50; i++)
    copies (7);
  return 0;
}
