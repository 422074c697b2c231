/* Area:    advice, sorting
   Purpose: the comparison does more than the call to it.  */
#include <stdlib.h>

static unsigned
key (unsigned x)
{
  unsigned y = x;
  for (int i = 0; i < 20; i++)
    {
      y = (y ^ (y >> 3)) * 2654435761u;
      __asm__ volatile ("" : "+r" (y));
    }
  return y == 1 ? 0 : x;
}

static int
compare (const void *a, const void *b)
{
  unsigned x = key (*(const unsigned *) a);
  unsigned y = key (*(const unsigned *) b);
  unsigned x2 = key (x / 2);
  unsigned y2 = key (y / 2);
  return x2 < y2 ? -1 : x2 > y2 ? 1 : x < y ? -1 : x > y;
}

static unsigned array[100000];

int
main (void)
{
  unsigned random = 1;
  for (unsigned i = 0; i < 100000; i++)
    array[i] = random = random * 1103515245 + 12345;
  qsort (array, 100000, sizeof *array, compare);
  for (unsigned i = 1; i < 100000; i++)
    if (array[i - 1] > array[i])
      return 1;
  return 0;
}
