/* Area:    runtime: contexts of samples
   Purpose: deep random call trees, in which hardly any stack is seen twice: a
	    quarter of the work below light, the rest below heavy.  Says what
	    shares of its processor time that was.  */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NOINLINE __attribute__ ((noipa))

static volatile unsigned long sink;
static unsigned state = 1;

NOINLINE void
work (unsigned turns)
{
  while (turns--)
    sink++;
}

NOINLINE void
tree (unsigned depth)
{
  work (1000);
  if (depth == 0)
    return;
  state = state * 1103515245u + 12345u;
  switch ((state >> 16) % 8)
    {
    case 0: tree (depth - 1); sink++; break;
    case 1: tree (depth - 1); sink += 2; break;
    case 2: tree (depth - 1); sink += 3; break;
    case 3: tree (depth - 1); sink += 4; break;
    case 4: tree (depth - 1); sink += 5; break;
    case 5: tree (depth - 1); sink += 6; break;
    case 6: tree (depth - 1); sink += 7; break;
    case 7: tree (depth - 1); sink += 8; break;
    }
}

NOINLINE void
light (unsigned trees)
{
  while (trees--)
    tree (60);
  sink++;
}

NOINLINE void
heavy (unsigned trees)
{
  while (trees--)
    tree (60);
  sink++;
}

/* Return this thread's processor time in seconds.  */

static double
own_time (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

int
main (int argc, char **argv)
{
  unsigned trees = argc > 1 ? (unsigned) atoi (argv[1]) : 1000;
  double times[2] = { 0, 0 };
  for (int i = 0; i < 10; i++)
    {
      double start = own_time (), between;
      light (trees / 40);
      between = own_time ();
      heavy (trees / 40 * 3);
      times[0] += between - start;
      times[1] += own_time () - between;
    }
  sink++;
  printf ("light %.3f heavy %.3f\n", 100 * times[0] / (times[0] + times[1]),
	  100 * times[1] / (times[0] + times[1]));
  return 0;
}
