/* Area:    runtime: contexts of samples
   Purpose: deep random call trees, in which hardly any stack is seen twice: a
	    quarter of the time below light, the rest below heavy.  */

#include <stdlib.h>

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

int
main (int argc, char **argv)
{
  unsigned trees = argc > 1 ? (unsigned) atoi (argv[1]) : 1000;
  for (int i = 0; i < 10; i++)
    {
      light (trees / 40);
      heavy (trees / 40 * 3);
    }
  sink++;
  return 0;
}
