/* Area:    plugin and runtime, threads
   Purpose: OpenMP: the outlined bodies count in the team's threads, which
	    libgomp made.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fopenmp" } */
/* { dg-link-options "-fopenmp" } */
/* { dg-calls "leaf" 100100 } */
/* { dg-calls "once" 40 } */
/* { dg-count "main -> leaf" 100 } */

#include <omp.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

__attribute__ ((noipa)) int
once (int x)
{
  return x + 2;
}

int
main (void)
{
  int sum = 0;
  omp_set_dynamic (0);
  omp_set_num_threads (4);
  for (int round = 0; round < 10; round++)
    {
      #pragma omp parallel reduction (^ : sum)
      {
	sum ^= once (round);
	#pragma omp for schedule (dynamic, 7)
	for (int i = 0; i < 10000; i++)
	  sum ^= leaf (i);
      }
    }
  for (int i = 0; i < 100; i++)
    sum ^= leaf (i);
  return sum == 1;
}
