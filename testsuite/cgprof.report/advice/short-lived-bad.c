/* Area:    advice, blocks freed at once
   Purpose: each turn of a loop allocates and frees.  */
#include <stdlib.h>

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 1000000; i++)
    {
      unsigned *pair = malloc (2 * sizeof *pair); /* HERE */
      pair[0] = i;
      pair[1] = 1;
      __asm__ volatile ("" : : "r" (pair) : "memory");
      sum += pair[0] + pair[1];
      free (pair);
    }
  return sum == 1;
}
