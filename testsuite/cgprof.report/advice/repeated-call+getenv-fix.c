/* Area:    advice, repeated calls
   Purpose: the program of repeated-call+getenv-bad.c, as advised.  */
#include <stdlib.h>

int
main (void)
{
  int sum = 0;
  int set = getenv ("CGPROF_TEST_UNSET") != NULL;
  for (int i = 0; i < 300000; i++)
    {
      sum += set;
      __asm__ volatile ("" : "+r" (sum));
    }
  return sum;
}
