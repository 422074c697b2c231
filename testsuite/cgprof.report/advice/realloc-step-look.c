/* Area:    advice, blocks made larger
   Purpose: as many blocks grow twice each.  */
#include <stdlib.h>

int
main (void)
{
  int sum = 0;
  for (int n = 0; n < 5000; n++)
    {
      char *block = malloc (100);
      block = realloc (block, 100 + n);
      block = realloc (block, 200 + 3 * n);
      block[0] = 1;
      __asm__ volatile ("" : : "r" (block) : "memory");
      sum += block[0];
      free (block);
    }
  return sum != 5000;
}
