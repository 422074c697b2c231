/* Area:    plugin, recursion
   Purpose: a function's calls of itself and calls in a cycle are counted.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fno-optimize-sibling-calls" } */
/* { dg-count "main -> fib" 1 } */
/* { dg-count "fib -> fib" 21890 } */
/* { dg-calls "fib" 21891 } */
/* { dg-count "main -> ping" 1 } */
/* { dg-count "ping -> pong" 51 } */
/* { dg-count "pong -> ping" 50 } */

__attribute__ ((noipa)) int
fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

__attribute__ ((noipa)) int pong (int n);

__attribute__ ((noipa)) int
ping (int n)
{
  return pong (n - 1) + 1;
}

__attribute__ ((noipa)) int
pong (int n)
{
  return n > 0 ? ping (n - 1) + 1 : 0;
}

int
main (void)
{
  return !(fib (20) == 6765 && ping (101) == 101);
}
