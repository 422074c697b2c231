/* Area:    advice, large blocks cleared
   Purpose: the program of big-clear-bad.c, as advised.  */
#include <string.h>

static unsigned table[16384];

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 10000; i++)
    {
      for (unsigned j = 0; i > 0 && j < 10; j++)
	table[(i - 1) * 31 % 16000 + j] = 0;
      for (unsigned j = 0; j < 10; j++)
	table[i * 31 % 16000 + j]++;
      __asm__ volatile ("" : : : "memory");
      sum += table[i];
    }
  return sum == 1;
}
