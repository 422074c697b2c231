/* Area:    advice, sorting
   Purpose: the program of sort-callback-bad.c, as advised.  */
#include <stdlib.h>
#include <string.h>

static unsigned array[100000];

int
main (void)
{
  unsigned random = 1;
  for (unsigned i = 0; i < 100000; i++)
    array[i] = random = random * 1103515245 + 12345;

  /* Merge runs, as qsort does, comparing in place.  */
  static unsigned other[100000];
  for (size_t width = 1; width < 100000; width *= 2)
    {
      for (size_t i = 0; i < 100000; i += 2 * width)
	{
	  size_t middle = i + width < 100000 ? i + width : 100000;
	  size_t end = i + 2 * width < 100000 ? i + 2 * width : 100000;
	  size_t a = i;
	  size_t b = middle;
	  for (size_t k = i; k < end; k++)
	    other[k] = b >= end || (a < middle && array[a] <= array[b])
		       ? array[a++] : array[b++];
	}
      memcpy (array, other, sizeof array);
    }
  for (unsigned i = 1; i < 100000; i++)
    if (array[i - 1] > array[i])
      return 1;
  return 0;
}
