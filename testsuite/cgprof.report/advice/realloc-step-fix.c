/* Area:    advice, blocks made larger
   Purpose: the program of realloc-step-bad.c, as advised.  */
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
      int room = 0;
      for (int n = 0; n < 1000; n++)
	{
	  if (n == room)
	    {
	      room = room ? 2 * room : 4;
	      array = realloc (array, room * sizeof *array);
	    }
	  array[n].value[0] = n;
	  __asm__ volatile ("" : : "r" (array) : "memory");
	}
      sum += array[999].value[0];
      free (array);
    }
  return sum != 999000;
}
