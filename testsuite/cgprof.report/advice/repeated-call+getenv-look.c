/* Area:    advice, repeated calls
   Purpose: as many times, but another variable each time.  */
#include <stdlib.h>

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 300000; i++)
    {
      static const char *const names[] = {
	"CGPROF_TEST_UNSET", "CGPROF_TEST_UNSET_TOO"
      };
      sum += getenv (names[i & 1]) != NULL;
    }
  return sum;
}
