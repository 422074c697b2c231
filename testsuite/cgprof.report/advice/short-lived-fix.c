/* Area:    advice, blocks freed at once
   Purpose: the program of short-lived-bad.c, as advised.  */
#include <stdlib.h>

int
main (void)
{
  unsigned sum = 0;
  unsigned pair[2];
  for (unsigned i = 0; i < 1000000; i++)
    {
      pair[0] = i;
      pair[1] = 1;
      __asm__ volatile ("" : : "r" (pair) : "memory");
      sum += pair[0] + pair[1];
    }
  return sum == 1;
}
