/* Area:    advice, sorting
   Purpose: qsort compares numbers.  */
#include <stdlib.h>

static int
compare (const void *a, const void *b)
{
  unsigned x = *(const unsigned *) a;
  unsigned y = *(const unsigned *) b;
  return x < y ? -1 : x > y;
}

static unsigned array[100000];

int
main (void)
{
  unsigned random = 1;
  for (unsigned i = 0; i < 100000; i++)
    array[i] = random = random * 1103515245 + 12345;
  qsort (array, 100000, sizeof *array, compare); /* HERE */
  for (unsigned i = 1; i < 100000; i++)
    if (array[i - 1] > array[i])
      return 1;
  return 0;
}
