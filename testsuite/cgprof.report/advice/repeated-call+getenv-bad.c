/* Area:    advice, repeated calls
   Purpose: a variable of the environment is asked for at each step.  */
#include <stdlib.h>

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 300000; i++)
    sum += getenv ("CGPROF_TEST_UNSET") != NULL; /* HERE */
  return sum;
}
