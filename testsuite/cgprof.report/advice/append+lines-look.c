/* Area:    advice, what grows
   Purpose: each line is longer than the one before, but another.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  char *text = malloc (1001);
  size_t sum = 0;
  for (size_t i = 0; i < 300000; i++)
    {
      size_t end = 1 + i % 1000;
      memset (text, 'a' + i % 26, end);
      text[end] = '\0';
      __asm__ volatile ("" : : "r" (text) : "memory");
      sum += strlen (text);
    }
  return sum == 0;
}
