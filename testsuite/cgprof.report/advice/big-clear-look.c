/* Area:    advice, large blocks cleared
   Purpose: it is filled each time.  */
#include <string.h>

static unsigned table[16384];

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 10000; i++)
    {
      memset (table, 0, sizeof table);
      for (unsigned j = 0; j < 16384; j += 2)
	table[j] = i + 1;
      __asm__ volatile ("" : : : "memory");
      sum += table[i];
    }
  return sum == 1;
}
