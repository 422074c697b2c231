/* Area:    advice, blocks made larger
   Purpose: a thousand arrays grow by one element a thousand times.  */
#include <stdlib.h>

struct element
{
  long value[2];
};

int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    {
      struct element *array = NULL;
      for (int n = 0; n < 1000; n++)
	{
	  array = realloc (array, (n + 1) * sizeof *array); /* HERE */
	  array[n].value[0] = n;
	  __asm__ volatile ("" : : "r" (array) : "memory");
	}
      sum += array[999].value[0];
      free (array);
    }
  return sum != 999000;
}
