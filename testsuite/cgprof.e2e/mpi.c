/* Ranks of an MPI job that share work unevenly, and tell how much each does.

   Prints "RANK CALLS TURNS": the calls of work, and of turn by a pointer.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <mpi.h>
#include <stdio.h>
#include <time.h>

__attribute__ ((noipa)) int
work (int x)
{
  volatile int sum = x;
  for (int i = 0; i < 20000; i++)
    sum += i;
  return sum;
}

__attribute__ ((noipa)) int
turn (int x)
{
  return x + 1;
}

int (*volatile pointer) (int) = turn;

int
main (int argc, char **argv)
{
  int rank, sum = 0;
  long calls = 0;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  /* Rank 3 has four times as much to do as rank 0.  */
  clock_t end = clock () + (rank + 1) * (CLOCKS_PER_SEC / 20);
  do
    sum += work (calls++);
  while (clock () < end);
  for (int i = 0; i < 10 + rank; i++)
    sum += pointer (i);
  printf ("%d %ld %d\n", rank, calls, 10 + rank);
  fflush (stdout);
  MPI_Finalize ();
  return sum == 1;
}
