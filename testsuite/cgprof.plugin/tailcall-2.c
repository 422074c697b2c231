/* Area:    plugin, tail calls
   Purpose: a chain of tail calls stays a chain of jumps, also through a
	    pointer and to a library, and each link is an arc as executed.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-only "-O2" "-O3 -g" "-O2 -flto -ffat-lto-objects" } */
/* { dg-final { cgprof-scan-asm "jmp\[ \t\]+second" } } */
/* { dg-final { cgprof-scan-asm "jmp\[ \t\]+third" } } */
/* { dg-final { cgprof-scan-asm "jmp\[ \t\]+leaf" } } */
/* { dg-final { cgprof-scan-asm-not "call\[ \t\]+(second|third|leaf)" } } */
/* { dg-final { cgprof-scan-asm "jmp\[ \t\]+\[*\]" } } */
/* { dg-final { cgprof-scan-asm "jmp\[ \t\]+getppid" } } */
/* { dg-count "main -> first" 100 } */
/* { dg-count "first -> second" 130 } */
/* { dg-count "second -> third" 150 } */
/* { dg-count "third -> leaf" 110 } */
/* { dg-count "third -> getppid" 40 } */
/* { dg-count "main -> leaf" 0 } */
/* { dg-count "by_pointer -> first" 30 } */
/* { dg-count "by_pointer -> second" 20 } */
/* { dg-count-spontaneous "second" 0 } */
/* { dg-calls "first" 130 } */
/* { dg-calls "leaf" 110 } */

#include <unistd.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
third (int x)
{
  return x >= 0 ? leaf (x + 1) : getppid ();
}

__attribute__ ((noipa)) int
second (int x)
{
  return third (x);
}

__attribute__ ((noipa)) int
first (int x)
{
  return second (x);
}

int (*volatile pointer) (int) = first;

__attribute__ ((noipa)) int
by_pointer (int x)
{
  return pointer (x);
}

int
main (void)
{
  int sum = 0;
  for (int i = -40; i < 60; i++)
    sum += first (i);
  for (int i = 0; i < 30; i++)
    sum += by_pointer (i);
  pointer = second;
  for (int i = 0; i < 20; i++)
    sum += by_pointer (i);
  return sum == 1;
}
