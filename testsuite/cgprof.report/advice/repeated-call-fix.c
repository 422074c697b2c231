/* Area:    advice, repeated calls
   Purpose: the program of repeated-call-bad.c, as advised.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  size_t size = 20000;
  char *text = malloc (size + 1);
  memset (text, 'x', size);
  text[size] = '\0';
  unsigned sum = 0;
  size_t length = strlen (text);
  for (size_t i = 0; i < length; i++)
    {
      sum += text[i];
      __asm__ volatile ("" : : "r" (text) : "memory");
    }
  return sum != 20000u * 'x';
}
