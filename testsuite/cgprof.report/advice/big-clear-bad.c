/* Area:    advice, large blocks cleared
   Purpose: a table of 64 KiB is cleared for each word, and ten entries
	    are used.  */
#include <string.h>

static unsigned table[16384];

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 10000; i++)
    {
      memset (table, 0, sizeof table); /* HERE */
      for (unsigned j = 0; j < 10; j++)
	table[i * 31 % 16000 + j]++;
      __asm__ volatile ("" : : : "memory");
      sum += table[i];
    }
  return sum == 1;
}
