/* Area:    advice, what grows
   Purpose: as many lengths of a buffer of lines, none longer than 80.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  char *text = malloc (100);
  memset (text, 'x', 100);
  size_t sum = 0;
  for (size_t i = 0; i < 2000000; i++)
    {
      size_t end = 10 + i * 7919 % 71;
      text[end] = '\0';
      sum += strlen (text);
      text[end] = 'x';
      __asm__ volatile ("" : : "r" (text) : "memory");
    }
  return sum == 0;
}
